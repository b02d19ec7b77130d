/** Preloads the drawing library: for loaders of pages with charts. By itself, since loaders come with the first page. */
export const preloadCharts = (): Promise<unknown> => import('./Plot.tsx').catch(() => undefined)
