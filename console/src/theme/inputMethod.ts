/**
 * Whether a key press belongs to an input method, such as that of Japanese: Enter takes its suggestion and Escape drops it, and
 * neither is meant for the page. Safari tells such an Enter only by its code.
 */
export const isForInputMethod = ({ isComposing, keyCode }: KeyboardEvent): boolean => isComposing || keyCode === 229
