import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark, Plus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { showError } from '../../../web/ui/toast.ts'
import { useLeave } from '../../../web/use-leave.ts'
import { May } from '../../auth/web/may.tsx'
import { useMay, useTimeZone } from '../../auth/web/session.ts'
import { useMinute } from '../../business/web/use-minute.ts'
import type { BankConnection, Banking } from '../contract.ts'
import { demoInstitutionIds, demoInstitutions } from '../rules.ts'
import { AccountsTable } from './accounts-table.tsx'
import { bankingQuery } from './banking-api.ts'
import { noticeText, totalText } from './banking-text.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { useConnectDemo, useFinishLink, useOpenLink } from './connect-hooks.ts'
import { FilesInstead } from './files-instead.tsx'
import { SecurityReport } from './security-report.tsx'

const failure = 'Failed to load bank accounts. Please try again.'

export function BankConnectionsPage() {
  const { link } = useSearch({ from: '/bank-connections' })
  const navigate = useNavigate({ from: '/bank-connections' })
  const banking = useQuery(bankingQuery)
  const [isConnecting, setIsConnecting] = useState(false)
  const { leaving, leaveFor } = useLeave(useCallback(() => undefined, []))
  const opening = useOpenLink(leaveFor)
  const demo = useConnectDemo()
  const mayWrite = useMay('money.write')
  const isFinishing = useFinishLink(
    mayWrite ? link : undefined,
    useCallback(() => void navigate({ search: {}, replace: true }), [navigate]),
  )

  useEffect(() => {
    if (banking.errorUpdatedAt > 0) showError('Error', failure)
  }, [banking.errorUpdatedAt])

  function reconnect(connection: BankConnection) {
    // A disconnected bank has no item any more. A real bank gets a new one on Plaid's page.
    const isGone = connection.isDemo && connection.state === 'disconnected'
    const institution = demoInstitutionIds.find((id) => demoInstitutions[id] === connection.institutionName)
    if (isGone && institution) void demo.connect(institution)
    else opening.mutate(connection.id)
  }

  return (
    <Page>
      <PageHeader
        title="Bank Connections"
        description="See what’s in your accounts. Their transactions are imported automatically."
        actions={
          <May permission="money.write">
            <Button onClick={() => setIsConnecting(true)} disabled={!banking.data}>
              <Plus aria-hidden />
              Connect Account
            </Button>
          </May>
        }
      />
      <Notice title="Your account numbers are safe" actions={<HelpHint topic="bank-security" />}>
        Account numbers are AES-256 encrypted, only masked versions are shown, and access is logged.
      </Notice>
      {isFinishing || leaving || demo.isBusy ? (
        <Card>
          <Waiting text={leaving ? 'Opening your bank’s page...' : 'Connecting your bank...'} />
        </Card>
      ) : banking.data ? (
        <Connections banking={banking.data} onConnect={() => setIsConnecting(true)} onReconnect={reconnect} />
      ) : banking.isError ? (
        <Card>
          <ErrorState title={failure} text="Your connections are safe." query={banking} />
        </Card>
      ) : (
        <Card>
          <Waiting text="Loading accounts..." />
        </Card>
      )}
      {banking.data && (
        <ConnectDialog
          open={isConnecting}
          onOpenChange={setIsConnecting}
          connectsWith={banking.data.connectsWith}
          needsPlan={banking.data.needsPlan}
          isLeaving={opening.isPending || leaving}
          onOpenLink={() => opening.mutate(null)}
        />
      )}
    </Page>
  )
}

interface ConnectionsProps {
  banking: Banking
  onConnect: () => void
  onReconnect: (connection: BankConnection) => void
}

function Connections({ banking, onConnect, onReconnect }: ConnectionsProps) {
  const now = useMinute()
  const mayWrite = useMay('money.write')
  const timeZone = useTimeZone()
  if (banking.accounts.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Landmark}
          level={2}
          title="No bank accounts connected"
          text={mayWrite && 'Connect one, and its transactions are imported automatically.'}
          action={
            mayWrite && (
              <>
                <Button variant="secondary" onClick={onConnect}>
                  Connect Account
                </Button>
                <FilesInstead className="basis-full" />
              </>
            )
          }
        />
      </Card>
    )
  }
  return (
    <>
      <BankNotices connections={banking.connections} timeZone={timeZone} onSignIn={onReconnect} />
      <Notice title="Pro Feature">Bank connections import transactions automatically.</Notice>
      <Card>
        <CardHeader className="flex-row flex-wrap items-center justify-between gap-2 pb-4">
          <div className="flex flex-col gap-1">
            <CardTitle>Connected Accounts</CardTitle>
            <p className="text-sm text-muted tabular-nums">{totalText(banking.totals)}</p>
          </div>
          <Button asChild variant="secondary" size="sm">
            <Link to="/transactions">View All Transactions</Link>
          </Button>
        </CardHeader>
        <div className="border-t border-border">
          <AccountsTable {...banking} now={now.getTime()} timeZone={timeZone} onReconnect={onReconnect} />
        </div>
      </Card>
      <SecurityReport />
    </>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <output className="flex items-center justify-center gap-3 px-4 py-16 text-sm text-muted">
      <Spinner size="md" />
      {text}
    </output>
  )
}

interface BankNoticesProps {
  connections: readonly BankConnection[]
  timeZone: string
  onSignIn: (connection: BankConnection) => void
}

/** Notices of banks that still work, each with the button that resolves it. */
function BankNotices({ connections, timeZone, onSignIn }: BankNoticesProps) {
  const mayWrite = useMay('money.write')
  return connections.flatMap((connection) =>
    connection.notices.map((notice) => {
      const { title, text, action } = noticeText(notice, connection, timeZone)
      return (
        <Notice
          key={`${connection.id} ${notice.kind}`}
          tone="attention"
          title={title}
          actions={
            action &&
            mayWrite && (
              <Button variant="secondary" size="sm" onClick={() => onSignIn(connection)}>
                {action}
                <span className="sr-only"> {connection.institutionName}</span>
              </Button>
            )
          }
        >
          {text}
        </Notice>
      )
    }),
  )
}
