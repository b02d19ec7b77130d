/** Into how many columns packed cards can be divided; the widths are in `ItemCards.module.css`. */
const columnCounts = [2, 3, 4]

/**
 * The numbers of columns in which this one of `count` packed cards is the first of a column, as `starts` of its `ItemCard`. They
 * depend on nothing else, so that no card moves to another column when one of them grows.
 */
export const columnStarts = (index: number, count: number): string =>
  columnCounts.filter((columns) => index > 0 && columnOf(index, count, columns) > columnOf(index - 1, count, columns)).join(' ')

const columnOf = (index: number, count: number, columns: number): number => Math.floor((index * columns) / count)
