// Loaded into every program that `scripts/children.mjs` starts. When the starting process has ended in any way, the program gets
// SIGTERM, as from its operator. The channel between the two closes with either of them.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel does not keep a finished program running.
process.channel?.unref();
