/** A mail as it was sent. What was copied from one may have lines like `Subject:`, but none that servers add. */
export function isMailSource (file: Buffer): boolean {
  const [headers = ''] = file.subarray(0, 64 * 1024).toString('latin1').split(/\r?\n\r?\n/, 1)
  return /^[!-9;-~]+:/.test(headers) && /^(?:received|return-path|message-id|mime-version):/im.test(headers)
}
