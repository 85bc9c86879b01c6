import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { useSession } from '../../auth/web/session.ts'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { ExportButton } from './export-button.tsx'

/** The cards for the data of the whole account: export and deletion. */
export function DataCards() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  const { session } = state
  return (
    <>
      <Card aria-labelledby="your-data" className="max-w-2xl">
        <CardHeader className="pb-4 sm:pb-6">
          <CardTitle id="your-data">Your data</CardTitle>
          <CardDescription>
            One archive with your clients, invoices, payments, mails, pictures and settings, as spreadsheets
            (CSV) and for programs (JSON). Passwords and secret keys are not in it.
          </CardDescription>
        </CardHeader>
        <CardFooter>
          <ExportButton business={session.business} />
        </CardFooter>
      </Card>
      <DeleteAccountCard session={session} />
    </>
  )
}
