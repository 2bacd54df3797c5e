import { startEmbedded } from './embedded.ts'
import { wantedPlace } from './embedded-place.ts'

export interface DatabaseLocation {
  /** DATABASE_URL; without it, an embedded PostgreSQL is started under `dataDir`. */
  databaseUrl: string | undefined
  /** DATABASE_DIRECT_URL: the same database past a pooler. */
  directUrl?: string | undefined
  dataDir: string
  /** Under which PostgreSQL lists the connections of this process. */
  applicationName?: string
}

export interface OpenDatabase {
  url: string
  /** For what a pooler cannot do: migrations, locks of a session, LISTEN. */
  directUrl: string
  /** Set when the account that runs PostgreSQL may not use the wanted folder: where the files are instead. */
  moved: { wanted: string, directory: string } | undefined
  /** Stops the embedded PostgreSQL; a database of the operator's runs on. */
  close: () => Promise<void>
}

/** Opens the database of the settings as it is. `prepareDatabase` brings it to this version of the program. */
export async function openDatabase (
  { databaseUrl, directUrl = databaseUrl, dataDir, applicationName }: DatabaseLocation
): Promise<OpenDatabase> {
  const { url, ...opened } = databaseUrl === undefined
    ? await openEmbedded(wantedPlace(dataDir))
    : { url: databaseUrl, moved: undefined, close: async () => {} }
  const [pooled, direct] = [url, directUrl ?? url].map((one) =>
    applicationName === undefined ? one : named(one, applicationName)
  ) as [string, string]
  return { ...opened, url: pooled, directUrl: direct }
}

async function openEmbedded (wanted: string): Promise<Omit<OpenDatabase, 'directUrl'>> {
  const { url, directory, stop } = await startEmbedded({ dir: wanted })
  return { url, moved: directory === wanted ? undefined : { wanted, directory }, close: stop }
}

function named (databaseUrl: string, applicationName: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', applicationName)
  return url.toString()
}
