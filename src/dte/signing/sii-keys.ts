/** The two environments of the SII: maullin.sii.cl (certification) and palena.sii.cl (production). */
export type SiiEnvironment = 'certification' | 'production'

/** IDK of the simulator's CAFs. The SII has none of this number. */
export const simulatorKeyId = 999

/**
 * The SII's public keys that verify the signature FRMA of a CAF, by IDK [S15]. They come from the two certificates that
 * the SII publishes beside its instructions for issuers; those expired in 2004, but CAFs are still signed with them.
 * RSA of 512 bits: a FRMA that verifies is a check against mistakes, not a proof of who made the CAF.
 */
export const siiKeys: Readonly<Record<number, { environment: SiiEnvironment, publicKey: string }>> = {
  100: {
    environment: 'certification',
    publicKey: `-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMj78A3LIaVQAKWFUixd5SinPgzhbMA6
seXqfeSyooER41L6743LfVHjSavUsQXc1PZ8+eExFQWMnwFUKRuMcVMCAwEAAQ==
-----END PUBLIC KEY-----`
  },
  300: {
    environment: 'production',
    publicKey: `-----BEGIN PUBLIC KEY-----
MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAJ3uv8XuvZbfTHz1Pxv6Fdhdc+8ExnGP
jAez94Xv7nXntO9aOuB5wyZakA5F9gKJCvb7T6+iuNaTj38BHDWFszUCAwEAAQ==
-----END PUBLIC KEY-----`
  }
}
