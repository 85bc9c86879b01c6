import { Link } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { May } from '../../auth/web/may.tsx'
import { type DemoInstitution, demoInstitutionIds, demoInstitutions } from '../rules.ts'
import { useConnectDemo } from './connect-hooks.ts'
import { FilesInstead } from './files-instead.tsx'

interface ConnectDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  connectsWith: 'demo' | 'plaid'
  needsPlan: boolean
  isLeaving: boolean
  onOpenLink: () => void
}

export function ConnectDialog(props: ConnectDialogProps) {
  return props.connectsWith === 'demo' ? <DemoDialog {...props} /> : <PlaidDialog {...props} />
}

const heading = {
  title: 'Connect Bank Account',
  description: 'Connect your bank account to import transactions automatically',
}

function DemoDialog({ open, onOpenChange, needsPlan }: ConnectDialogProps) {
  const [chosen, setChosen] = useState<DemoInstitution | null>(null)
  const { isBusy, connect } = useConnectDemo()

  function changeOpen(next: boolean) {
    if (!next) setChosen(null)
    onOpenChange(next)
  }

  async function submit() {
    if (chosen === null) return
    const isConnected = await connect(chosen)
    setChosen(null)
    if (isConnected) onOpenChange(false)
  }

  return (
    <Dialog
      {...heading}
      open={open}
      onOpenChange={changeOpen}
      dismissible={!isBusy}
      footer={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={() => changeOpen(false)}>
            Cancel
          </Button>
          <Button
            disabled={chosen === null && !isBusy}
            busy={isBusy}
            busyLabel="Connecting..."
            onClick={() => void submit()}
          >
            Connect
          </Button>
        </>
      }
    >
      <fieldset disabled={isBusy} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        <legend className="sr-only">Bank</legend>
        {demoInstitutionIds.map((id) => (
          <label
            key={id}
            className={classNames(
              'relative flex min-h-20 flex-col items-center justify-center gap-2 rounded-lg border border-border bg-surface p-3 text-center text-sm font-medium transition-colors',
              'hover:border-border-strong has-checked:border-accent has-checked:bg-accent-soft has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
            )}
          >
            <input
              type="radio"
              name="institution"
              value={id}
              checked={chosen === id}
              onChange={() => setChosen(id)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <Landmark aria-hidden className="size-5 text-muted" />
            {demoInstitutions[id]}
          </label>
        ))}
      </fieldset>
      <p className="mt-4 text-sm text-muted">
        This is a demo with a built-in bank and made-up transactions. In production, a bank-aggregation
        provider connects your real accounts.
      </p>
      <FilesInstead className="mt-2" />
      {needsPlan && (
        <Notice className="mt-4">
          Real banks are part of the Pro plan.{' '}
          <May permission="business.own">
            <Link
              to="/settings"
              search={{ tab: 'subscription' }}
              className="font-medium text-accent underline"
            >
              See the plans
            </Link>
          </May>
        </Notice>
      )}
    </Dialog>
  )
}

function PlaidDialog({ open, onOpenChange, isLeaving, onOpenLink }: ConnectDialogProps) {
  return (
    <Dialog
      {...heading}
      open={open}
      onOpenChange={onOpenChange}
      dismissible={!isLeaving}
      footer={
        <>
          <Button variant="secondary" disabled={isLeaving} onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button busy={isLeaving} busyLabel="Opening Plaid..." onClick={onOpenLink}>
            Connect
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">
        You choose your bank and sign in on Plaid’s own page, then come back here. We never see or store your
        bank’s password.
      </p>
      <FilesInstead className="mt-2" />
    </Dialog>
  )
}
