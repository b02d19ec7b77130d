/** The page of the API reader. Its script and the styles that it inserts are allowed by the nonce of this answer. */
export const readerPage = ({ nonce, style }: { nonce: string; style: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}" content="${nonce}">
<title>API reference · Steward</title>
<link rel="icon" type="image/svg+xml" href="/home/favicon.svg">
<link rel="stylesheet" href="/api/assets/${style}">
<script src="/api/assets/reader.js" type="module"></script>
<script src="/api/assets/scalar.js" defer></script>
</head>
<body>
<nav class="bar" aria-label="Steward API">
<a class="brand" href="/api/">Steward API</a>
<p class="state" role="status"></p>
<button class="own-token" type="button">Use my token in the examples</button>
<a href="/api/openapi.json" download="steward-openapi.json">OpenAPI document</a>
<a href="/home/">Console</a>
</nav>
<div id="reader"><p class="waiting">Loading the reference …</p><noscript><p class="waiting">The reader needs JavaScript. The <a href="/api/openapi.json">OpenAPI document</a> has everything that it shows.</p></noscript></div>
</body>
</html>
`

/** Nothing from elsewhere, and no inline script: the markup that its editor inserts cannot run any. */
export const readerPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Its icons have style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
