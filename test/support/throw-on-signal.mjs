// Loaded before the program by a test: an error that the program could not foresee, at a moment of the test's choice.
process.on('SIGUSR2', () => {
  setImmediate(() => { throw new TypeError('nobody foresaw this') })
})
