import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countries } from '../../../shared/countries.ts'
import { currencyName } from '../../../shared/currencies.ts'
import { taxIdLabel } from '../../../shared/tax-ids.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { May } from '../../auth/web/may.tsx'
import { useHomeCurrency } from '../../auth/web/session.ts'
import { useOwnValues } from '../../fields/web/use-own-values.ts'
import type { ClientAccount } from '../contract.ts'
import { taxTreatments } from '../rules.ts'
import { ClientDialog } from './client-dialog.tsx'

interface ClientDetailsProps {
  client: ClientAccount
  /** Switches that belong to the details. */
  children?: ReactNode
}

/** What is known about a client, with the dialog to change it. */
export function ClientDetails({ client, children }: ClientDetailsProps) {
  const [isEditing, setIsEditing] = useState(false)
  const home = useHomeCurrency()
  const currency = client.currency ?? home
  const own = useOwnValues('client', client.ownFields)
  const country = countries.find(({ code }) => code === client.country)?.name
  return (
    <Card aria-label="Details">
      <CardHeader className="flex-row! items-center justify-between">
        <CardTitle>Details</CardTitle>
        <May permission="sales.write">
          <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
            <Pencil aria-hidden />
            Edit
          </Button>
        </May>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-1">
          <Detail label="Email">
            <a href={`mailto:${client.email}`} className="underline-offset-4 hover:underline touch:py-2.5">
              {client.email}
            </a>
          </Detail>
          <Detail label="Contact">{client.contactName}</Detail>
          <Detail label="Phone">{client.phone}</Detail>
          <Detail label="Address">{client.address}</Detail>
          <Detail label="Country">{country}</Detail>
          <Detail label={taxIdLabel(client.country, client.taxId)}>{client.taxId}</Detail>
          <Detail label="Tax treatment">
            {client.taxTreatment !== 'standard' && taxTreatments[client.taxTreatment]}
          </Detail>
          {own.map(({ id, label, text }) => (
            <Detail key={id} label={label}>
              {text}
            </Detail>
          ))}
          <Detail label="Currency">{`${currency} · ${currencyName(currency)}`}</Detail>
        </dl>
        {children}
      </CardContent>
      <ClientDialog client={client} open={isEditing} onOpenChange={setIsEditing} />
    </Card>
  )
}

/** Shows nothing for a detail that is not filled in. */
function Detail({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="own-words wrap-anywhere whitespace-pre-line text-foreground">{children}</dd>
    </div>
  )
}
