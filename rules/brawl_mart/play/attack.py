"""Attacks: whom a brawler may attack, with which choices, and what comes of it (BM13–BM18)."""

from collections.abc import Iterator

from rules.brawl_mart.content.brawlers import BRAWLERS
from rules.brawl_mart.content.items import ITEMS
from rules.brawl_mart.content.store import RULES
from rules.brawl_mart.play.exchange import fight, rule_of, silent, who_is_hit
from rules.brawl_mart.play.held import holds, steal, use_up
from rules.brawl_mart.play.hits import land
from rules.brawl_mart.state import SLAIN, Attack, BrawlMartState, Exchanged, Fighter
from rules.engine.contract import Resolver
from rules.engine.errors import Refused


def targets(s: BrawlMartState, actor: Fighter) -> list[Fighter]:
    """The unslain enemies that a brawler may attack."""
    enemies = [e for e in s.fighters if not e.own and e.state != SLAIN]
    if rule_of(s) == "front" and enemies:
        slot = s.side(True).index(actor)
        places = {id(e): at for at, e in enumerate(s.side(False))}
        return [min(enemies, key=lambda e: (abs(places[id(e)] - slot), places[id(e)]))]
    return enemies


def attacks(s: BrawlMartState, actor: Fighter) -> Iterator[Attack]:
    """Every attack of a brawler, with every choice it asks for."""
    ability = BRAWLERS[actor.card].ability
    if ability.rivals and not silent(s):
        if rivals(s, actor):
            yield Attack(rivals(s, actor)[0].card)
        return
    for enemy in targets(s, actor):
        if ability.pride and not silent(s):
            for dice in range(1, ability.pride + 1):
                yield Attack(enemy.card, dice)
        elif ability.samples and not silent(s):
            yield Attack(enemy.card, 0)
            yield Attack(enemy.card, 1)
        else:
            yield Attack(enemy.card)


def rivals(s: BrawlMartState, actor: Fighter) -> list[Fighter]:
    """Ojwald's rivals: unslain enemies of his resistance (BM7)."""
    same = BRAWLERS[actor.card].resistance
    return [e for e in targets(s, actor) if BRAWLERS[e.card].resistance == same]


def attacked(s: BrawlMartState, actor: Fighter, card: int) -> list[Fighter]:
    """Everybody whom an attack reaches: one enemy, or all of Ojwald's rivals."""
    ability = BRAWLERS[actor.card].ability
    several = rivals(s, actor) if ability.rivals and not silent(s) else []
    target = s.fighter(card)
    assert target is not None
    return several or [target]


def attack(r: Resolver[BrawlMartState], actor: Fighter, card: int, choice: int) -> None:
    """An exchange, or one with each of several rivals at once."""
    s = r.s
    enemies = attacked(s, actor, card)
    for enemy in enemies:
        enemy_steals(r, enemy, actor)
    fights = [fight(s, actor, e, choice, lambda sides: r.die("dice", sides)) for e in enemies]
    hits = [who_is_hit(s, mine, theirs) for mine, theirs in fights]
    use_up(s, actor)
    for _, theirs in fights:
        if theirs is not None:
            use_up(s, theirs.fighter)
            theirs.fighter.slipped = False
    actor.cheered = 0
    landed = land(s, [hit for several_hits in hits for hit in several_hits])
    s.last = [
        Exchanged(
            department=s.at,
            attack=mine.told(),
            counter=theirs.told() if theirs else None,
            target=enemies[at].card,
            tie=any(points < 0 for _, points in hits[at]),
            hits=tuple(landed) if at == len(fights) - 1 else (),
        )
        for at, (mine, theirs) in enumerate(fights)
    ]
    for exchanged in s.last:
        r.tell(exchanged)


def enemy_steals(r: Resolver[BrawlMartState], enemy: Fighter, actor: Fighter) -> None:
    """An enemy's Stretchy Hand acts before the dice, the first time it can (BM7)."""
    if would_steal(enemy, actor):
        steal(r, enemy, actor)


def would_steal(enemy: Fighter, actor: Fighter) -> bool:
    """Whether an enemy has a Stretchy Hand, and its attacker something to take."""
    return holds(enemy) and ITEMS[enemy.item].usage == "steal" and holds(actor)


def no_attack(s: BrawlMartState, actor: Fighter, option: Attack) -> Refused:
    """Why a brawler cannot attack like that."""
    card, target = BRAWLERS[actor.card], s.fighter(option.target)
    if target is None or target.own or target.state == SLAIN:
        return Refused("BM13", "Attack an enemy of this brawl who is not slain.")
    if card.ability.rivals and not silent(s):
        return Refused("BM7", f"{card.name}: {card.says}")
    if target not in targets(s, actor):
        return Refused("BM13", RULES[rule_of(s)])
    if (card.ability.pride or card.ability.samples) and not silent(s):
        return Refused("BM18", f"{card.name}: {card.says}")
    return Refused("BM18", f"{card.name} has no choice of dice.")
