import { Link } from '@tanstack/react-router'
import { FileUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isPermitted } from '../../../shared/roles.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { dismissToast } from '../../../web/ui/toast.ts'
import type { Session } from '../../auth/contract.ts'
import { useSession } from '../../auth/web/session.ts'
import { adminStays, deletionDate, graceDays, keepsAccount } from '../rules.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { KeepAccountButton } from './keep-account-button.tsx'
import { RestoreCard } from './restore-card.tsx'

export function DataCards() {
  const state = useSession()
  if (state.status !== 'signed-in') return null
  const { session } = state
  const { memberRole } = session
  return (
    <>
      {isPermitted(memberRole, 'data.export') && <ExportCard session={session} />}
      {isPermitted(memberRole, 'money.write') && <ImportCard />}
      {isPermitted(memberRole, 'business.own') && (
        <>
          <RestoreCard />
          <DeleteAccountCard session={session} />
        </>
      )}
    </>
  )
}

function ExportCard({ session }: { session: Session }) {
  return (
    <Card aria-labelledby="your-data">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="your-data">Your data</CardTitle>
        <CardDescription>
          One archive with your clients, invoices, payments, emails, images and settings, as spreadsheets
          (CSV) and for programs (JSON). Passwords and secret keys aren’t included.
        </CardDescription>
      </CardHeader>
      <CardFooter>
        <ExportButton business={session.business} />
      </CardFooter>
    </Card>
  )
}

function ImportCard() {
  return (
    <Card aria-labelledby="import-data">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="import-data">Import from another program</CardTitle>
        <CardDescription>
          Bring your clients, invoices and expenses from a CSV or Excel file, also paid invoices of the past.
        </CardDescription>
      </CardHeader>
      <CardFooter>
        <Button asChild variant="secondary">
          <Link to="/import">
            <FileUp aria-hidden />
            Import your data
          </Link>
        </Button>
      </CardFooter>
    </Card>
  )
}

function DeleteAccountCard({ session }: { session: Session }) {
  const [deleting, setDeleting] = useState(false)
  const { user, business } = session
  const isAdmin = user.role === 'admin'
  const label = keepsAccount(session) ? 'Delete business' : 'Delete account'
  return (
    <Card aria-labelledby="delete-account">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="delete-account">{label}</CardTitle>
        <CardDescription>{isAdmin ? adminStays : explain(session)}</CardDescription>
      </CardHeader>
      {!isAdmin && (
        <CardFooter>
          {business.deleteAfter ? (
            <KeepAccountButton variant="secondary" />
          ) : (
            <Button
              variant="secondary"
              className="text-negative!"
              onClick={() => {
                // On a small screen a toast would cover the dialog.
                dismissToast()
                setDeleting(true)
              }}
            >
              <Trash2 aria-hidden />
              {label}
            </Button>
          )}
        </CardFooter>
      )}
      <DeleteAccountDialog session={session} open={deleting} onOpenChange={setDeleting} />
    </Card>
  )
}

function explain(session: Session): string {
  const { deleteAfter, timeZone, name } = session.business
  const [what, rest] = keepsAccount(session)
    ? [`${name} and everything in it`, ' Your account and your other businesses stay.']
    : ['Your account, your business and everything in it', '']
  if (!deleteAfter) {
    return `${what} will be deleted ${graceDays} days after you ask.${rest} Until then, you can change your mind.`
  }
  return `${what} will be deleted on ${deletionDate(deleteAfter, timeZone)}.${rest} Until then, everything works as usual.`
}
