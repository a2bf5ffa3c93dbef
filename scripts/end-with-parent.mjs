// Loaded into every program that `scripts/children.mjs` starts: when the process that started it is gone, however it
// ended, the program is told to end as by its operator. The channel between the two closes with either of them.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A program that is done ends, channel or not.
process.channel?.unref();
