/** Something that whoever runs Timbre can correct. Its message names the setting and says what to do. */
export class OperatorError extends Error {}
