import { PageTitle } from '../shared/page.tsx'
import { useText } from '../text/text.tsx'

export function TemplatePage () {
  const { text } = useText()
  return <PageTitle title={text.places.templates} />
}
