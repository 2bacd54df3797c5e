import { labels as all } from '../shared/document/labels.ts'
import type { RowMember, ScalarPath } from './model/types.ts'

interface Labels { scalars: Readonly<Record<string, string>>, rows: Readonly<Record<string, string>> }

/** Of every member that the form draws. */
export const labels: Record<'es' | 'en', Labels> =
  all satisfies Record<'es' | 'en', { scalars: Record<ScalarPath, string>, rows: Record<RowMember, string> }>
