/** The documents that are begun by a letter, each by its code at the SII. */
export const quickTypes = [{ type: '39', key: 'b' }, { type: '33', key: 'f' }, { type: '52', key: 'g' }] as const

/** Of the others, those that a person begins by hand most often. */
export const otherTypes = ['34', '41', '46', '110'] as const
