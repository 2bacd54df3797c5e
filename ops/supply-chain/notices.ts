/**
 * Writes what is shipped of others: `dist/THIRD-PARTY-NOTICES.txt` with the licence texts, fonts included. With --list,
 * prints each package with its licence instead.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceTexts, root, shippedPackages } from './packages.ts'

const packages = shippedPackages()
if (process.argv.includes('--list')) {
  for (const { name, version, licence } of packages) console.log(`${licence.padEnd(24)} ${name} ${version}`)
} else {
  const rule = '='.repeat(80)
  const parts = packages.map((one) => {
    const texts = licenceTexts(one)
    return `${rule}\n${one.name} ${one.version}\nLicence: ${one.licence}\n\n${texts.length > 0 ? texts.join('\n\n') : 'The package has no licence file; its licence is the one above.'}\n`
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), `Timbre ships these packages and fonts of others.\n\n${parts.join('\n')}`)
  console.log(`dist/THIRD-PARTY-NOTICES.txt: ${packages.length} packages`)
}
