/** Preloads the drawing library, for loaders of pages with charts. A separate file because loaders are in the first chunk. */
export const preloadCharts = (): Promise<unknown> => import('./Plot.tsx').catch(() => undefined)
