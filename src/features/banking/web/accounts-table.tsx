import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, FileText } from 'lucide-react'
import { formatMoney } from '../../../shared/money.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { type Column, DataTable } from '../../../web/ui/data-table.tsx'
import { May } from '../../auth/web/may.tsx'
import type { BankAccount, BankConnection } from '../contract.ts'
import { accountTypeLabel } from '../rules.ts'
import { AccountActions } from './account-actions.tsx'
import { syncedText } from './banking-text.ts'

interface AccountsTableProps {
  accounts: readonly BankAccount[]
  connections: readonly BankConnection[]
  now: number
  timeZone: string
  onReconnect: (connection: BankConnection) => void
}

interface Row {
  account: BankAccount
  connection: BankConnection
}

export function AccountsTable(props: AccountsTableProps) {
  const rows = props.accounts.flatMap((account) => {
    const connection = props.connections.find(({ id }) => id === account.connectionId)
    return connection ? [{ account, connection }] : []
  })
  return (
    <DataTable
      caption="Connected Accounts"
      columns={[...factColumns, ...stateColumns(props)]}
      rows={rows}
      rowKey={({ account }) => account.id}
      framed={false}
    />
  )
}

const factColumns: ReadonlyArray<Column<Row>> = [
  {
    key: 'institution',
    header: 'Institution',
    primary: true,
    cell: ({ account }) => <span className="own-words font-medium">{account.institutionName}</span>,
  },
  {
    key: 'name',
    header: 'Account Name',
    cell: ({ account }) => <span className="own-words wrap-anywhere">{account.name}</span>,
  },
  {
    key: 'type',
    header: 'Type',
    cell: ({ account }) => (
      <div>
        {accountTypeLabel(account.type)}
        {account.kind !== 'cash' && account.kind !== 'credit' && (
          <span className="block text-xs text-muted">Not counted as cash</span>
        )}
      </div>
    ),
  },
  {
    key: 'last4',
    header: 'Last 4',
    cell: ({ account }) => (
      <span className="tabular-nums">
        <span aria-hidden>••••</span>
        {account.last4}
      </span>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    numeric: true,
    cell: ({ account }) => (
      <span className="font-medium">
        {account.balanceMinor === null ? 'Unknown' : formatMoney(account.balanceMinor, account)}
      </span>
    ),
  },
]

function stateColumns({ now, timeZone, onReconnect }: AccountsTableProps): Column<Row>[] {
  return [
    {
      key: 'status',
      header: 'Status',
      cell: ({ account, connection }) => (
        <div className="flex flex-col items-start gap-1 as-cards:items-end">
          {connection.isFile ? (
            <Badge tone="outline" icon={FileText}>
              From files
            </Badge>
          ) : account.isConnected ? (
            <Badge tone="positive" icon={CircleCheck}>
              Connected
            </Badge>
          ) : (
            <span className="flex items-center gap-1">
              <Badge tone="attention" icon={CircleAlert}>
                Reconnect Required
              </Badge>
              <HelpHint topic="reconnect" />
            </span>
          )}
          <span className="text-xs text-muted">{syncedText(connection, now, timeZone)}</span>
          {connection.problem !== null && (
            <span className="max-w-56 text-xs text-attention">{connection.problem}</span>
          )}
          <May permission="money.write">
            {connection.isFile && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/transactions/import" search={{ account: account.id }}>
                  Import a file<span className="sr-only"> for {connection.institutionName}</span>
                </Link>
              </Button>
            )}
            {!account.isConnected && !connection.isFile && (
              <Button variant="secondary" size="sm" onClick={() => onReconnect(connection)}>
                Reconnect<span className="sr-only"> {connection.institutionName}</span>
              </Button>
            )}
          </May>
        </div>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      className: 'as-table:w-px as-cards:before:content-none!',
      cell: ({ account, connection }) => (
        <AccountActions account={account} connection={connection} onReconnect={onReconnect} />
      ),
    },
  ]
}
