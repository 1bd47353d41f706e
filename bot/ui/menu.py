"""What a player may answer as a menu: by verb, then argument by argument, with a way back."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from bot.ui.keys import key, parts, verb
from bot.ui.limits import LABEL
from rules.engine.contract import USELESS, AnyGame
from rules.engine.state import Option, Standing, Way

STEPS = "."  # the path under which the single answers stand that ways cover
ALWAYS = "@"  # the path under which answers stand that may be given once and for all
BESIDE = "|"  # between verbs that stand under one path
FLAT = 6  # answers of a verb that stand side by side, however many arguments they have


class Choice(msgspec.Struct, frozen=True):
    """One thing to press: an answer, or a step towards one."""

    label: str  # within its group
    path: str
    answer: bool
    hint: str = ""  # how likely it is to succeed
    whole: str = ""  # its label where it stands among other verbs
    brief: str = ""  # what tells it from the others of its group, in as few words as there are
    always: bool = False  # an answer that is given from now on
    more: str = ""  # what the brief words leave out, where the game has chosen them
    clear: bool = False  # whether the brief words say all that a button must
    likely: float = 0.0  # how soon one may want it: the highest stand first

    @property
    def long(self) -> bool:
        """Whether its whole label has no room on a button beside its odds."""
        return len(f"{self.whole} · {self.hint}" if self.hint else self.whole) > LABEL


class Group(msgspec.Struct, frozen=True):
    """The choices of one verb, or of one argument of it."""

    title: str
    about: str
    choices: list[Choice]
    last: bool = False  # ends the turn, or does nothing
    path: str = ""  # under which its choices stand alone
    led: bool = False  # who acts is chosen before what they do
    again: bool = False  # what it offers stands under such choices, too: one click less
    apart: bool = False  # one button beside other verbs, whatever those are

    @property
    def idle(self) -> bool:
        """Whether nothing that it offers is of any use."""
        return all(one.answer and one.likely <= USELESS for one in self.choices)


class Menu(msgspec.Struct, frozen=True):
    """What a player chooses from now, what was chosen before it, and where back leads."""

    groups: list[Group]
    trail: list[str]
    back: str | None
    several: tuple[Choice, ...] = ()  # what may be picked several at once
    steps: bool = False  # whether there are single answers besides, with more to choose
    step: Choice | None = None  # where there is just one of these
    brief: bool = False  # who acts is known, and need not be named again
    hint: str = ""  # what is true of all choices alike
    stepwise: bool = False  # single answers, though there are ways that stand for several
    within: bool = False  # verbs that stood under one name: each shows what it has


def menu(
    game: AnyGame,
    view: Any,
    options: Sequence[Option],
    ways: Sequence[Way] = (),
    path: str = "",
    standing: Standing | None = None,
) -> Menu:
    """The choices under a path; a path that leads nowhere any more starts again."""
    if path == ALWAYS and standing is not None:
        return Menu([_for_good(game, view, standing)], ["From now on, without being asked"], "")
    covered = [o for o in options if ways and isinstance(o, game.covered)]
    if path == STEPS and covered:
        single = [*covered, *(o for o in options if isinstance(o, game.text.last))]
        groups = _by_verb(game, view, list(dict.fromkeys(single)))
        return Menu(groups, ["Step by step"], "", stepwise=True)
    whole = [way.option for way in ways] + [o for o in options if o not in covered]
    left = _under([*whole, *covered], path) if path else []
    if left:
        led = _is_led(game, type(left[0])) and BESIDE in path
        groups = _led(game, view, left) if led else _of_path(game, view, left, path)
        beside = covered if left[0] in covered else whole
        trail, back = _trail(game, view, left, path), _back(game, beside, path)
        stepwise = left[0] in covered
        return Menu(groups, trail, back, brief=led, within=BESIDE in path, stepwise=stepwise)
    several = tuple(_answer(game, view, o, "") for o in options) if is_run(options) else ()
    groups = _by_verb(game, view, whole)
    whole_ways = {way.answers[0] for way in ways if len(way.answers) == 1}
    steps = any(option not in whole_ways for option in covered)
    step = _answer(game, view, covered[0], "") if steps and len(covered) == 1 else None
    return Menu(groups, [], None, several, steps, step, _one_leads(game, whole))


def order(game: AnyGame, view: Any, option: Option) -> str:
    """An answer that is given from now on, in words: a verb for several by its name alone."""
    if isinstance(option, game.shortcuts):
        return spoken(game, type(option))
    return str(game.text.label(view, option))


def _for_good(game: AnyGame, view: Any, standing: Standing) -> Group:
    named = [(f"Always: {order(game, view, option)}", option) for option in standing.answers]
    found = [Choice(label, key(option), True, always=True) for label, option in named]
    return Group("Always", "The referee answers for you from now on.", found)


def is_run(options: Sequence[Option]) -> bool:
    """Whether this question is one of a run that ends in done, so that several may be named."""
    rest = [option for option in options if verb(option) != "done"]
    things = rest and all(type(o) is type(rest[0]) and o.__struct_fields__ for o in rest)
    return bool(things) and not rest[0].alone and 2 <= len(rest) == len(options) - 1


def spoken(game: AnyGame, kind: type[Option]) -> str:
    """A verb as it is read: its title, its command, or its type's name in words."""
    known = game.text.verbs.get(kind)
    if known is not None and known.title:
        return str(known.title)
    if known is not None and known.name:
        name = str(known.name)
        return (name if name.startswith("re-") else name.replace("-", " ")).capitalize()
    return _in_words(kind)


def _in_words(kind: type[Option]) -> str:
    words = "".join(f" {c.lower()}" if c.isupper() else c for c in kind.__name__).strip()
    return words.capitalize()


def _by_verb(game: AnyGame, view: Any, options: Sequence[Option]) -> list[Group]:
    """A group for each verb: what is of no use after the others, those that end a turn last."""
    first, last = game.text.first, game.text.last
    named = dict.fromkeys(type(option) for option in options)
    kinds = sorted(named, key=lambda kind: (kind in last, kind not in first))
    alike = {kind: [o for o in options if type(o) is kind] for kind in kinds}
    groups = []
    for together in _families(game, list(kinds)):
        same = [option for kind in together for option in alike[kind]]
        if _is_led(game, together[0]):
            groups += _led(game, view, same)
            continue
        path = BESIDE.join(map(verb, together))
        one = len(same) == 1
        group = _single(game, view, same[0]) if one else _group(game, view, same, path)
        about = "" if _goes_without_saying(game, together[0]) else group.about
        apart = _is_apart(game, together[0])
        groups.append(msgspec.structs.replace(group, about=about, apart=apart))
    return sorted(groups, key=lambda group: (group.last, group.idle))


def _families(game: AnyGame, kinds: Sequence[type[Option]]) -> list[list[type[Option]]]:
    """Verbs as they stand together: those of a family where the first of them comes.

    Families keep the order in which the game names them, whatever each of them offers now.
    """
    found: dict[object, list[type[Option]]] = {}
    for kind in kinds:
        found.setdefault(_family(game, kind) or kind, []).append(kind)
    families = iter([name for name in game.text.families if name in found])
    return [found[next(families)] if name in game.text.families else found[name] for name in found]


def _is_led(game: AnyGame, kind: type[Option]) -> bool:
    """Whether somebody acts by this verb who is chosen first."""
    name = _family(game, kind)
    return bool(name) and game.text.families[name].led


def _is_apart(game: AnyGame, kind: type[Option]) -> bool:
    """Whether a verb's family is one button, so that a panel looks the same from turn to turn."""
    name = _family(game, kind)
    return bool(name) and game.text.families[name].apart


def _goes_without_saying(game: AnyGame, kind: type[Option]) -> bool:
    """Whether a verb's family has nothing to say before it is chosen; its page explains the verb."""
    name = _family(game, kind)
    return bool(name) and not game.text.families[name].about


def _one_leads(game: AnyGame, options: Sequence[Option]) -> bool:
    """Whether there is only one who can act."""
    led = [option for option in options if _is_led(game, type(option))]
    return len({_leader(option) for option in led}) == 1


def _leader(option: Option) -> str:
    return parts(option)[1]


def _led(game: AnyGame, view: Any, options: Sequence[Option]) -> list[Group]:
    """Who can act, and below it whole moves of theirs; of one who is known, all verbs."""
    alike = _alike(options)
    by_leader: dict[str, list[Option]] = {}
    for option in options:
        by_leader.setdefault(_leader(option), []).append(option)
    if len(by_leader) == 1:
        return [_of_leader(game, view, same) for same in alike.values()]
    path = BESIDE.join(map(verb, alike))
    found = [_leading(game, view, same, f"{path}~{leader}") for leader, same in by_leader.items()]
    name = _family(game, type(options[0]))
    who = Group(name, game.text.families[name].about, found, path=path, led=True)
    moves = [option for option in options if len(by_leader[_leader(option)]) > 1]
    return [who, _at_once(game, view, name, moves)] if moves else [who]


def _leading(game: AnyGame, view: Any, options: list[Option], path: str) -> Choice:
    """The way to all that somebody can do."""
    if len(options) == 1:
        return _answer(game, view, options[0], "", led=False)
    name = _field(game, view, options[0], options[0].__struct_fields__[0])
    label = f"{name} …"
    return Choice(label, path, False, whole=label, brief=label)


def _of_leader(game: AnyGame, view: Any, options: Sequence[Option]) -> Group:
    """What somebody can do by one verb, without their name."""
    kind, choices = type(options[0]), []
    _, *telling = kind.__struct_fields__
    for option in options:
        chosen, _ = game.text.brief(view, option)
        words = chosen or ", ".join(_field(game, view, option, name) for name in telling)
        choices.append(_answer(game, view, option, words, telling))
    path = f"{verb(kind)}~{_leader(options[0])}"
    return Group(spoken(game, kind), game.text.about(kind), choices, kind in game.text.last, path)


def _at_once(game: AnyGame, view: Any, name: str, options: Sequence[Option]) -> Group:
    """What whoever is chosen offers, too: the likeliest of it, where there is room."""
    found = [
        _answer(game, view, option, "", option.__struct_fields__, led=False) for option in options
    ]
    return Group(name, "", found, again=True)


def _family(game: AnyGame, kind: type[Option]) -> str:
    named = game.text.families.items()
    return next((name for name, family in named if kind in family.verbs), "")


def _alike(options: Sequence[Option]) -> dict[type[Option], list[Option]]:
    """Options by their verbs, in the order in which those come."""
    found: dict[type[Option], list[Option]] = {}
    for option in options:
        found.setdefault(type(option), []).append(option)
    return found


def _of_path(game: AnyGame, view: Any, options: list[Option], path: str) -> list[Group]:
    """The choices under a path: of several verbs, each verb's, that with the best of them first."""
    alike = _alike(options)
    if len(alike) == 1:
        return [_under_verb(game, view, options, path)]
    names = Counter(spoken(game, kind) for kind in alike)
    shared = [kind for kind in alike if names[spoken(game, kind)] > 1]  # by one command
    titles = {kind: _in_words(kind) for kind in shared}
    wanted = {kind: max(game.text.likely(view, o) for o in same) for kind, same in alike.items()}
    return [
        _under_verb(game, view, alike[kind], verb(kind), titles.get(kind, ""))
        for kind in sorted(alike, key=lambda kind: -wanted[kind])
    ]


def _group(game: AnyGame, view: Any, options: list[Option], path: str) -> Group:
    """A verb with its choices by their arguments, or verbs of a family with all of theirs."""
    kind = type(options[0])
    if all(type(option) is kind for option in options):
        return _under_verb(game, view, options, path)
    name = _family(game, kind)
    choices = [_answer(game, view, option, "") for option in options]
    return Group(name, game.text.families[name].about, choices, path=path)


def _single(game: AnyGame, view: Any, option: Option) -> Group:
    kind = type(option)
    only = _answer(game, view, option, "")
    if not (only.clear and only.long):  # nothing beside it: it is said whole
        only = msgspec.structs.replace(only, brief="", more="")
    return Group(spoken(game, kind), game.text.about(kind), [only], kind in game.text.last)


def _under_verb(
    game: AnyGame, view: Any, options: list[Option], path: str, title: str = ""
) -> Group:
    """The choices of one verb: by the first argument that still differs."""
    kind = type(options[0])
    chosen = len(path.split("~"))
    names = kind.__struct_fields__
    differing = [at for at in range(1, len(names) + 1) if len({parts(o)[at] for o in options}) > 1]
    at = next((at for at in differing if at >= chosen), None)
    title, about = title or spoken(game, kind), game.text.about(kind)
    last = kind in game.text.last
    telling = [names[one - 1] for one in differing if one >= chosen] or names[chosen - 1 :]
    if at is None or (len(differing) > 1 and len(options) <= FLAT):
        found = [_answer(game, view, o, "", telling) for o in options]
        return Group(title, about, found, last, path)
    groups: dict[str, list[Option]] = {}
    for option in options:
        groups.setdefault("~".join(parts(option)[: at + 1]), []).append(option)
    choices = []
    for start, same in groups.items():
        label = _field(game, view, same[0], names[at - 1])
        if len(same) == 1:
            alone = label if len(differing) == 1 else ""
            choices.append(_answer(game, view, same[0], alone, telling))
        else:
            whole, brief = f"{title}: {label} …", f"{game.text.bare(label)} …"
            choices.append(Choice(f"{label} …", start, False, whole=whole, brief=brief))
    labels = [choice.label for choice in choices]
    if len(set(labels)) < len(labels):  # the argument alone does not tell them apart
        choices = [_answer(game, view, o, "", telling) for o in options]
    return Group(title, about, choices, last, path)


def _answer(
    game: AnyGame,
    view: Any,
    option: Option,
    label: str,
    telling: Sequence[str] = (),
    *,
    led: bool = True,
) -> Choice:
    """An answer; `telling` are the arguments in which it differs from the others beside it.

    Where those of several stand together, who is not `led` to needs their name in it.
    """
    whole = game.text.label(view, option)
    words = [game.text.bare(_field(game, view, option, name)) for name in telling]
    brief = " · ".join(word for word in words if word) or game.text.bare(whole)
    hint, likely = game.text.chance(view, option), game.text.likely(view, option)
    chosen, more = game.text.brief(view, option) if led else ("", "")
    brief, clear = chosen or brief, bool(chosen)
    return Choice(
        label or whole, key(option), True, hint, whole, brief, likely=likely, more=more, clear=clear
    )


def _under(options: Sequence[Option], path: str) -> list[Option]:
    verbs, *wanted = path.split("~")
    among = [o for o in options if parts(o)[0] in verbs.split(BESIDE)]
    return [o for o in among if parts(o)[1 : len(wanted) + 1] == wanted]


def _trail(game: AnyGame, view: Any, left: list[Option], path: str) -> list[str]:
    kind, chosen = type(left[0]), len(path.split("~")) - 1
    fields = kind.__struct_fields__[:chosen]
    family = _family(game, kind) if BESIDE in path else ""
    head = [] if chosen and _is_led(game, kind) else [family or spoken(game, kind)]
    return [*head, *(_field(game, view, left[0], name) for name in fields)]


def _field(game: AnyGame, view: Any, option: Option, name: str) -> str:
    """One argument of an option, as it stands by itself."""
    said: str = game.text.field(view, type(option), name, getattr(option, name))
    return said[:1].upper() + said[1:]


def _back(game: AnyGame, options: Sequence[Option], path: str) -> str:
    """The last path before this one at which there was something to choose."""
    steps = path.split("~")
    here = len(_under(options, path))
    while len(steps) > 1:
        steps.pop()
        before = _under(options, "~".join(steps))
        if len(before) > here and len(steps) > 1:
            return "~".join(steps)
    return "" if BESIDE in path else _family_path(game, options, steps[0])


def _family_path(game: AnyGame, options: Sequence[Option], of: str) -> str:
    """Where a verb stands beside others of its family, if it does."""
    families = _families(game, list(_alike(options)))
    kinds = next((kinds for kinds in families if of in map(verb, kinds)), [])
    return "" if len(kinds) < 2 or _is_led(game, kinds[0]) else BESIDE.join(map(verb, kinds))
