// Loaded into every program that `scripts/children.mjs` starts. After the starting process has ended in any way, the
// program gets SIGTERM, as from an operator. The channel between the two closes when either process ends.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// An open channel must not prevent a finished program from ending.
process.channel?.unref();
