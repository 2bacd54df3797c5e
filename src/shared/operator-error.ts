/** Something that the operator can correct. Its message names the setting and says what to do. */
export class OperatorError extends Error {}
