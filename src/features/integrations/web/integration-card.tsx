import { CircleCheck, CircleX, FlaskConical, type LucideIcon, PlugZap, Zap } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { productName } from '../../../shared/product.ts'
import { HelpHint } from '../../../web/help-hint.tsx'
import type { HelpTopic } from '../../../web/help-topics.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { dismissToast } from '../../../web/ui/toast.ts'
import type { ConnectionTest } from '../contract.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { type Removal, removalText } from './removal-text.ts'
import type { IntegrationForm } from './use-integration-form.ts'

interface IntegrationCardProps<Values extends FieldValues, Body> {
  account: IntegrationForm<Values, Body>
  title: string
  help: HelpTopic
  icon: LucideIcon
  isConnected: boolean
  /** Whether the business's own accounts are switched on. */
  isEnabled?: boolean
  /** Explains why the saved settings do not work, or what the owner has to do. */
  refusal?: string | false
  /** Whether the account does not work for that reason. */
  isBroken?: boolean
  description: ReactNode
  /** Whether the account moves real money or reads real data, once it is connected. */
  mode?: { isTest: boolean; label: string } | undefined
  removal: Removal
  children: ReactNode
}

export function IntegrationCard<Values extends FieldValues, Body>(props: IntegrationCardProps<Values, Body>) {
  const { account, title, help, icon: Icon, isConnected, description, mode, removal } = props
  const { isEnabled = true, refusal = false, isBroken = refusal !== false, children } = props
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const { busy, outcome } = account
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div className="flex flex-wrap items-center gap-2">
          <Icon aria-hidden className="size-5 shrink-0 text-muted" />
          <CardTitle ref={heading} tabIndex={-1} id={id}>
            {title}
          </CardTitle>
          <span className="mr-auto -ml-1 flex">
            <HelpHint topic={help} />
          </span>
          <ConnectionBadge isConnected={isConnected} isRefused={isBroken} />
        </div>
        {isConnected && !isEnabled ? (
          <CardDescription>Saved, but not used while all integrations are turned off.</CardDescription>
        ) : (
          // The description does not apply while the account is broken.
          !isBroken && <CardDescription>{account.missing ?? description}</CardDescription>
        )}
        {isConnected && mode && (
          <Badge
            tone={mode.isTest ? 'accent' : 'neutral'}
            icon={mode.isTest ? FlaskConical : Zap}
            className="mt-1"
          >
            {mode.label}
          </Badge>
        )}
        {refusal && (
          <Notice tone="attention" className="mt-2 wrap-anywhere">
            {refusal}
          </Notice>
        )}
      </CardHeader>
      <form
        noValidate
        method="post"
        aria-labelledby={id}
        className="flex flex-1 flex-col"
        onSubmit={(event) => {
          event.preventDefault()
          void account.save()
        }}
      >
        <CardContent className="flex flex-col gap-5">{children}</CardContent>
        <CardFooter>
          <div className="w-full">
            <div className="flex flex-wrap items-center gap-2 max-sm:flex-col max-sm:items-stretch">
              <Button
                type="submit"
                variant={account.isDirty ? 'primary' : 'secondary'}
                busy={busy.saving}
                busyLabel="Saving..."
              >
                Save
              </Button>
              <Button
                variant="secondary"
                busy={busy.testing}
                busyLabel="Testing..."
                onClick={() => void account.test()}
              >
                <PlugZap aria-hidden />
                Test connection
              </Button>
              {account.hasAnything && (
                <Button
                  variant="ghost"
                  className="sm:ml-auto"
                  onClick={() => {
                    // On a small screen a toast would cover the dialog.
                    dismissToast()
                    setIsConfirming(true)
                  }}
                >
                  Remove account
                </Button>
              )}
            </div>
            <TestOutcome outcome={outcome} />
          </div>
        </CardFooter>
      </form>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove your ${account.accountName} from ${productName}?`}
        description={removalText(removal, isConnected && isEnabled)}
        confirmLabel="Remove account"
        tone="danger"
        busy={busy.removing}
        busyLabel="Removing..."
        onConfirm={() => void account.remove().then(() => setIsConfirming(false))}
        fallbackFocus={heading}
      />
    </Card>
  )
}

function TestOutcome({ outcome }: { outcome: ConnectionTest | null }) {
  const Icon = outcome?.ok ? CircleCheck : CircleX
  return (
    // Always rendered, so that screen readers announce the result.
    <output className="block">
      {outcome && (
        <span
          className={classNames(
            'flex items-start gap-2 pt-3 text-sm wrap-anywhere',
            outcome.ok ? 'text-positive' : 'text-negative',
          )}
        >
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          {outcome.message}
        </span>
      )}
    </output>
  )
}
