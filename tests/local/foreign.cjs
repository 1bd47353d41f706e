// A small bot on another library, discord.js: says what happens to it, one JSON line at a time.

const [, , home, api, token] = process.argv;
const { Client, Events, MessageFlags } = require(require.resolve("discord.js", { paths: [home] }));

const tell = (what, more = {}) => process.stdout.write(`${JSON.stringify({ what, ...more })}\n`);
const client = new Client({ intents: ["Guilds"], rest: { api, version: "10" } });

client.once(Events.ClientReady, async () => {
  const synced = await client.application.commands.set([
    { name: "greet", description: "Says hello", options: [{ type: 3, name: "whom", description: "Whom to greet", required: true }] },
  ]);
  tell("ready", { user: client.user.tag, guilds: client.guilds.cache.size, channels: client.channels.cache.size, commands: synced.map((c) => c.name) });
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const button = { type: 2, style: 1, custom_id: "wave", label: "Wave", emoji: { name: "👋" } };
    await interaction.editReply({ content: `Hello, ${interaction.options.getString("whom")}`, components: [{ type: 1, components: [button] }] });
    await interaction.channel.send({ content: `${interaction.user.displayName} greets`, files: [{ attachment: Buffer.from("hello"), name: "hello.txt" }] });
  } else if (interaction.isButton()) {
    await interaction.update({ content: "Waved", components: [] });
    await interaction.followUp({ content: "And waved again", flags: MessageFlags.Ephemeral });
  }
});

client.on(Events.ShardResume, () => tell("resumed"));
client.on(Events.Error, (error) => tell("error", { message: String(error) }));
client.rest.on("rateLimited", (limit) => tell("limited", { route: limit.route }));
process.on("unhandledRejection", (error) => tell("error", { message: String(error) }));
process.stdin.on("end", () => client.destroy().then(() => process.exit(0))).resume();

client.login(token).catch((error) => tell("error", { message: String(error) }));
