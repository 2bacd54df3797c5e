import { PageTitle } from '../shared/page.tsx'
import { useText } from '../text/text.tsx'

export function Overview () {
  const { text } = useText()
  return <PageTitle title={text.places.overview} />
}
