// Ends this process in good order when the one that started it is gone, killed without a chance to tell us: npm, for a
// command; the command, for the server that it preloads this into.
const parent = process.env.STEWARD_PARENT_PID ? Number(process.env.STEWARD_PARENT_PID) : process.env.npm_lifecycle_event ? process.ppid : 0
delete process.env.STEWARD_PARENT_PID

if (parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
