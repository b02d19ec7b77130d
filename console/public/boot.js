// Runs before the first paint and before any module. A file of its own because the content security policy forbids inline scripts.
;(function () {
  // Without this zod tries `new Function`, which the policy forbids too.
  globalThis.__zod_globalConfig = { jitless: true }
  try {
    var root = document.documentElement
    var theme = localStorage.getItem('steward.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    root.dataset.density = localStorage.getItem('steward.density') === 'compact' ? 'compact' : 'comfortable'
  } catch (error) {
    // Storage can be blocked; the system's theme is used then.
  }
})()
