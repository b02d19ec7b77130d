// Preloaded into servers: ends this process in good order when the command that started it is gone.
const parent = Number(process.env.STEWARD_PARENT_PID)
delete process.env.STEWARD_PARENT_PID

if (parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
