import { PageTitle } from '../shared/page.tsx'
import { useText } from '../text/text.tsx'

export function Addresses () {
  const { text } = useText()
  return <PageTitle title={text.places.addresses} />
}
