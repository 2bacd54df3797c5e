/** The versions that have a section in CHANGELOG.md, the newest first. */
export function releasesIn (changelog: string): string[] {
  return [...changelog.matchAll(/^## (\S+) - \d{4}-\d{2}-\d{2}$/gm)].map(([, version]) => version!)
}

/** Why a tag cannot be released; undefined if it is the version of package.json and the newest one of CHANGELOG.md. */
export function whyNotReleased (
  tag: string, { version, changelog }: { version: string, changelog: string }
): string | undefined {
  const newest = releasesIn(changelog)[0]
  if (tag !== `v${version}`) return `The tag is ${tag}, but the version in package.json is ${version}.`
  if (newest !== version) return `The version is ${version}, but the newest release in CHANGELOG.md is ${newest ?? 'missing'}.`
  return undefined
}

/** The section of a version, without its heading. `files` is the address of the repository's files, for the links. */
export function releaseNotes (changelog: string, version: string, files: string): string {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${version} - `)) ?? ''
  const notes = section.slice(section.indexOf('\n')).trim()
  return `${notes.replaceAll(/\]\((?![a-z]+:|#)/g, `](${files}/`)}\n`
}
