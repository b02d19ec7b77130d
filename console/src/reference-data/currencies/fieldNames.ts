/** A currency is sent as an array of one row; errors name the row's fields. */
export const fieldNames = { '0.currencyCode': 'currencyCode', '0.currencyName': 'currencyName' } as const
