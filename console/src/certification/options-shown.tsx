import { Card, Facts } from '../shared/page.tsx'
import { useText, useWords } from '../text/text.tsx'
import type { Journey } from './progress.ts'
import { words } from './words.ts'

type Options = Journey['options']
type Party = NonNullable<Options['supplier']>

const nameOf = (party: Party | undefined) => party && [party.businessName, party.taxNumber].filter(Boolean).join(', ')

/** What was set for the sets, for those who may only look. */
export function OptionsShown ({ options }: { options: Options }) {
  const { options: own } = useWords(words)
  const { format } = useText()
  const { receivers = [], supplier, principal, transport, abroad, consultUrl } = options
  if (Object.keys(options).length === 0) return null
  return (
    <Card title={own.title}>
      <Facts
        facts={[
          [own.receivers, receivers.length > 0 && (
            <ul className='sentences'>{receivers.map((one, index) => <li key={index}>{nameOf(one)}</li>)}</ul>
          )],
          [own.supplier, nameOf(supplier)], [own.principal, nameOf(principal)],
          [own.transport, transport && [
            transport.licensePlate, transport.driver?.name, transport.destinationAddress, transport.destinationMunicipality
          ].filter(Boolean).join(', ')],
          [own.customer, nameOf(abroad?.receiver)],
          [own.rate, abroad?.exchangeRates.map(({ currency, rate }) => `${currency} ${format.number(rate)}`).join(', ')],
          [own.passport, abroad?.passport], [own.marks, abroad?.marks], [own.containerId, abroad?.containerId],
          [own.seal, [abroad?.seal, abroad?.sealIssuer].filter(Boolean).join(', ')],
          [own.paidOn, abroad?.paidOn && format.date(abroad.paidOn)], [own.consultUrl, consultUrl]
        ]}
      />
    </Card>
  )
}
