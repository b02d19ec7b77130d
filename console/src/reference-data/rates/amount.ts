/** Whether the server converts the amount: the contract's `decimalText`, repeated so that its validation doesn't load; a test compares them. */
export const isAmount = (text: string): boolean => /^(?=.*[1-9])\d{1,18}(\.\d{1,18})?$/.test(text)
