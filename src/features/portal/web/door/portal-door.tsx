import { Page } from '../../../../web/layout/page.tsx'
import { Card, CardContent, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import type { Logo } from '../../../business/contract.ts'
import { PortalHeader } from '../portal-header.tsx'
import { CodeForm } from './code-form.tsx'

interface PortalDoorProps {
  token: string
  business: { name: string; logo: Logo | null }
  maskedEmail: string
  onConfirmed: () => void
}

/** What a new device sees: whose page it is, and how to get in. */
export function PortalDoor({ business, ...code }: PortalDoorProps) {
  return (
    <>
      <PortalHeader business={business} />
      <Page width="narrow">
        <Card>
          <CardHeader>
            <CardTitle level={1}>Confirm that it’s you</CardTitle>
          </CardHeader>
          <CardContent>
            <CodeForm {...code} />
          </CardContent>
        </Card>
      </Page>
    </>
  )
}
