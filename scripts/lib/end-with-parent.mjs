// Shuts this process down cleanly when its parent is gone, even if that was killed without a signal to us. The parent is
// npm for a command, and the command for the server that it preloads this into.
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
