export const tagSorts = ['tagName', 'isActive', 'createdBy', 'createdAt', 'updatedBy'] as const

/** The fields of each table that `sort` and `where` can name. */
export const currencyFields = ['currencyCode', 'currencyName', 'isActive', 'createdBy', 'createdAt', 'updatedBy', 'updatedAt'] as const
export const schemeFields = [
  'currencySchemeCode',
  'currencySchemeName',
  'anchorCurrencyCode',
  'sourceName',
  'externalId',
  'updateIntervalInDays',
  'isActive',
  'isDefault',
  'createDate',
  'createUserId',
  'updateDate',
  'updateUserId',
] as const
export const vintageFields = [
  'currencySchemeCode',
  'vintage',
  'sourceName',
  'status',
  'firstAsOfDate',
  'lastAsOfDate',
  'currencyCount',
  'rateCount',
  'createdBy',
  'createdAt',
  'publishedBy',
  'publishedAt',
] as const
export const rateSorts = ['fromCurrencyCode', 'toCurrencyCode', 'exchangeRate', 'asOfDate'] as const

/** Rows of a table where the request names no limit (second specification file, section 9); 0 means all. */
export const tablePageSize = 5_000
/** Largest upload in bytes. */
export const uploadMaximumBytes = 256 * 1024 * 1024
/** Most rates in one upload. */
export const ratesPerUpload = 1_000_000
/** Refused lines that an upload shows; all of them are in its file. */
export const shownRefusedLines = 1_000
/** The share in percent from which a moved rate is part of a review. */
export const reviewedMovePercent = 20
