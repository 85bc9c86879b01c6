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
import { showToast } from '../../../web/ui/toast.ts'
import { useLeave } from '../../../web/use-leave.ts'
import { useSession } from '../../auth/web/session.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useMinute } from '../../business/web/use-minute.ts'
import type { BankConnection, Banking } from '../contract.ts'
import { demoInstitutionIds, demoInstitutions } from '../rules.ts'
import { AccountsTable } from './accounts-table.tsx'
import { BankNotices } from './bank-notices.tsx'
import { bankingQuery } from './banking-api.ts'
import { totalText } from './banking-text.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { SecurityReport } from './security-report.tsx'
import { useConnectDemo, useOpenLink } from './use-connect.ts'
import { useFinishLink } from './use-finish-link.ts'

const failure = 'Failed to load bank accounts. Please try again.'

export function BankConnectionsPage() {
  const { link } = useSearch({ from: '/bank-connections' })
  const navigate = useNavigate({ from: '/bank-connections' })
  const banking = useQuery(bankingQuery)
  const [isConnecting, setIsConnecting] = useState(false)
  const { leaving, leaveFor } = useLeave(useCallback(() => undefined, []))
  const opening = useOpenLink(leaveFor)
  const demo = useConnectDemo()
  const isFinishing = useFinishLink(
    link,
    useCallback(() => void navigate({ search: {}, replace: true }), [navigate]),
  )

  useEffect(() => {
    if (banking.errorUpdatedAt > 0) showToast({ title: 'Error', description: failure, tone: 'error' })
  }, [banking.errorUpdatedAt])

  function connect() {
    setIsConnecting(true)
  }

  function reconnect(connection: BankConnection) {
    // A disconnected bank has no item any more. The demo bank gets a new one here; a real bank, on Plaid's
    // page.
    const isGone = connection.isDemo && connection.state === 'disconnected'
    const institution = demoInstitutionIds.find((id) => demoInstitutions[id] === connection.institutionName)
    if (isGone && institution) void demo.connect(institution)
    else void opening.open(connection.id)
  }

  return (
    <Page>
      <PageHeader
        title="Bank Connections"
        description="See what is in your accounts, and have their transactions come in by themselves."
        actions={
          <Button onClick={connect} disabled={!banking.data}>
            <Plus aria-hidden />
            Connect Account
          </Button>
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
        <Connections banking={banking.data} onConnect={connect} onReconnect={reconnect} />
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
          isLeaving={opening.isOpening || leaving}
          onOpenLink={() => void opening.open(null)}
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
  const state = useSession()
  const timeZone = state.status === 'signed-in' ? state.session.business.timeZone : 'UTC'
  if (banking.accounts.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Landmark}
          level={2}
          title="No bank accounts connected"
          text="Connect one, and what comes in and goes out shows up under Transactions by itself."
          action={
            <Button variant="secondary" onClick={onConnect}>
              Connect Account
            </Button>
          }
        />
      </Card>
    )
  }
  return (
    <>
      <BankNotices connections={banking.connections} timeZone={timeZone} onSignIn={onReconnect} />
      <Notice
        title={
          <span className="flex items-center gap-2">
            Pro Feature <ProBadge />
          </span>
        }
      >
        Bank connections import transactions automatically.
      </Notice>
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
