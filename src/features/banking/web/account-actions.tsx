import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Ellipsis, RotateCw, Trash2, Unplug } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../web/ui/menu.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { showError, showSuccess, showToast } from '../../../web/ui/toast.ts'
import { May } from '../../auth/web/may.tsx'
import {
  type BankAccount,
  type BankConnection,
  disconnectBank,
  expireDemoBank,
  removeBank,
} from '../contract.ts'
import { bankConnectionQuery, refreshBanking } from './banking-api.ts'
import { accountsText, disconnectText, removeText } from './banking-text.ts'
import { showConnectionFailed } from './connect-hooks.ts'

interface AccountActionsProps {
  account: BankAccount
  connection: BankConnection
  onReconnect: (connection: BankConnection) => void
}

export function AccountActions({ account, connection, onReconnect }: AccountActionsProps) {
  const client = useQueryClient()
  // Null until the dialog is first opened, so that the table does not render a dialog for each row.
  const [action, setAction] = useState<'disconnect' | 'remove' | null>(null)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const name = `${connection.institutionName} ${account.name}`

  function openDialog(chosen: 'disconnect' | 'remove') {
    setAction(chosen)
    setIsDialogOpen(true)
  }

  const expiring = useMutation({
    mutationFn: () => call(expireDemoBank, { params: { id: connection.id } }),
    onSuccess: () => {
      showToast({
        title: 'The demo bank needs you to sign in again',
        description: 'This is what you see when a real bank asks for it. Press Reconnect to fix it.',
      })
      return refreshBanking(client)
    },
    onError: showConnectionFailed,
  })

  return (
    <div className="flex w-full items-center gap-1 as-table:justify-end">
      <Button asChild variant="ghost" size="sm" className="as-cards:flex-1">
        <Link to="/transactions" search={{ account: account.id }} aria-label={`View Transactions of ${name}`}>
          View Transactions
        </Link>
      </Button>
      <May permission="money.write">
        <Menu
          trigger={
            <Button variant="ghost" size="icon" aria-label={`More actions for ${name}`}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          {connection.state !== 'connected' && !connection.isFile && (
            <MenuItem icon={RotateCw} onSelect={() => onReconnect(connection)}>
              Reconnect
            </MenuItem>
          )}
          {connection.isDemo && connection.state === 'connected' && (
            <MenuItem icon={CircleAlert} onSelect={() => expiring.mutate()}>
              Demo: let the sign-in expire
            </MenuItem>
          )}
          {connection.state !== 'disconnected' && !connection.isFile && (
            <MenuItem icon={Unplug} onSelect={() => openDialog('disconnect')}>
              Disconnect...
            </MenuItem>
          )}
          {!connection.isFile && <MenuSeparator />}
          <MenuItem icon={Trash2} tone="danger" onSelect={() => openDialog('remove')}>
            Remove...
          </MenuItem>
        </Menu>
      </May>
      {action && (
        <EndBankDialog
          connection={connection}
          action={action}
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
        />
      )}
    </div>
  )
}

interface EndBankDialogProps {
  connection: BankConnection
  action: 'disconnect' | 'remove'
  open: boolean
  onOpenChange: (open: boolean) => void
}

const actions = {
  disconnect: { verb: 'Disconnect', busy: 'Disconnecting...', done: 'Bank Disconnected' },
  remove: { verb: 'Remove', busy: 'Removing...', done: 'Bank Removed' },
}

function EndBankDialog({ connection, action, open, onOpenChange }: EndBankDialogProps) {
  const client = useQueryClient()
  // Fetched each time the dialog opens: a sync may have added transactions.
  const facts = useQuery({ ...bankConnectionQuery(connection.id), enabled: open, staleTime: 0 })
  const { verb, busy, done } = actions[action]

  const ending = useMutation({
    mutationFn: async () => {
      const params = { id: connection.id }
      if (action === 'disconnect') await call(disconnectBank, { params })
      else await call(removeBank, { params })
    },
    onSuccess: async () => {
      showSuccess(done, connection.institutionName)
      onOpenChange(false)
      await Promise.all([refreshBanking(client), client.invalidateQueries({ queryKey: ['transactions'] })])
    },
    onError: (error) => showError('Error', messageOf(error, 'Nothing was changed. Please try again.')),
  })

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="danger"
      title={`${verb} ${connection.institutionName}?`}
      description={
        action === 'disconnect'
          ? 'Access to this bank ends.'
          : connection.isFile
            ? 'Its account is deleted here.'
            : 'Access to this bank ends, and its accounts are deleted here.'
      }
      confirmLabel={verb}
      busy={ending.isPending}
      busyLabel={busy}
      onConfirm={facts.data ? () => ending.mutate() : undefined}
    >
      {facts.data ? (
        <div className="flex flex-col gap-2 text-sm">
          <p>{accountsText(facts.data.accounts)}</p>
          <p className="font-medium">
            {action === 'disconnect'
              ? disconnectText(facts.data.transactions, facts.data.pending)
              : removeText(facts.data.transactions)}
          </p>
        </div>
      ) : facts.isError ? (
        <p role="alert" className="text-sm">
          Its details couldn’t be loaded. Nothing was changed. Please try again.
        </p>
      ) : (
        <Spinner label="Counting its transactions..." />
      )}
    </ConfirmDialog>
  )
}
