import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { messageOf } from '../../../web/api-client.ts'
import { LeaveGuard } from '../../../web/forms/leave-guard.tsx'
import { readTabDraft, removeTabDraft, writeTabDraft } from '../../../web/forms/tab-draft.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Skeleton } from '../../../web/ui/skeleton.tsx'
import { dismissToast, showError, showSuccess } from '../../../web/ui/toast.ts'
import { ProBadge } from '../../billing/web/pro-badge.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import {
  type DocumentStyle,
  type businessSchema,
  defaultStyle,
  documentStyleSchema,
} from '../../business/contract.ts'
import { businessQuery } from '../../business/web/business-api.ts'
import { InvoicePaper } from '../../invoices/web/paper/invoice-paper.tsx'
import { LookFields } from './look-fields.tsx'
import { sampleInvoice } from './sample-invoice.ts'
import { lookQuery, saveLook } from './template-api.ts'

type Business = z.infer<typeof businessSchema>
const draftSchema = z.object({ style: documentStyleSchema })

export function LookCard({ draftOwner }: { draftOwner: string }) {
  const look = useQuery(lookQuery)
  const business = useQuery(businessQuery)
  const failed = [look, business].filter((query) => query.isError && !query.data)
  if (failed.length > 0) {
    return (
      <Card>
        <ErrorState
          title="Failed to load your look. Please try again."
          retrying={failed.some((query) => query.isFetching)}
          onRetry={() => void Promise.all(failed.map((query) => query.refetch()))}
        />
      </Card>
    )
  }
  if (!look.data || !business.data) return <Skeleton className="h-160 rounded-lg" />
  return <LookForm draftOwner={draftOwner} saved={look.data} business={business.data} />
}

function LookForm({
  draftOwner,
  saved,
  business,
}: {
  draftOwner: string
  saved: DocumentStyle
  business: Business
}) {
  const client = useQueryClient()
  const key = `unsaved-look:${draftOwner}`
  const [draft, setDraft] = useState(() => readTabDraft(key, draftSchema)?.style ?? null)
  const style = draft ?? saved
  const isDirty = !isSame(style, saved)
  const isLocked = useIsLocked('invoiceTemplates')
  useEffect(() => {
    if (isDirty && !isLocked) writeTabDraft(key, { style })
    else removeTabDraft(key)
  }, [key, style, isDirty, isLocked])
  // Going back to the default style is possible on every plan.
  const canSave = isDirty && (!isLocked || isSame(style, defaultStyle))
  const choose = (change: Partial<DocumentStyle>) => setDraft({ ...style, ...change })
  const save = useMutation({
    mutationFn: () => saveLook(client, style),
    onMutate: () => dismissToast(),
    onSuccess: () => {
      setDraft((now) => (now && isSame(now, style) ? null : now))
      showSuccess('Look Saved', 'New invoices will use it.')
    },
    onError: (error) =>
      showError('Look Not Saved', messageOf(error, 'There was an error saving your look. Please try again.')),
  })
  return (
    <Card aria-labelledby="look">
      <CardContent className="grid gap-6 xl:grid-cols-[22rem_minmax(0,1fr)] xl:gap-8">
        <div className="flex min-w-0 flex-col gap-6">
          <p className="text-sm text-muted">
            For the page, the PDF and the email of every new invoice. Existing invoices stay as they are.
          </p>
          <LookFields style={style} hasLogo={business.logo !== null} onChange={choose} />
        </div>
        <Preview business={business} style={style} />
      </CardContent>
      <CardFooter>
        {/* Not `disabled`: a disabled button would lose the focus after saving. */}
        <Button
          aria-disabled={!canSave}
          busy={save.isPending}
          busyLabel="Saving..."
          className={canSave ? '' : 'cursor-default opacity-50'}
          onClick={() => canSave && save.mutate()}
        >
          Save Look
        </Button>
        <output className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {isLocked ? (
            <LockedText hasOwnLook={!isSame(saved, defaultStyle)} />
          ) : (
            isDirty && !save.isPending && 'You have unsaved changes.'
          )}
        </output>
      </CardFooter>
      <Guard isDirty={isDirty && !isLocked} onLeave={() => removeTabDraft(key)} />
    </Card>
  )
}

function isSame(one: DocumentStyle, other: DocumentStyle): boolean {
  return (
    one.look === other.look &&
    one.accentColour === other.accentColour &&
    one.logoPosition === other.logoPosition
  )
}

function Preview({ business, style }: { business: Business; style: DocumentStyle }) {
  const [now] = useState(() => new Date())
  const shown = useDeferredValue(style)
  return (
    <section
      aria-label="Preview"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a tall preview must be scrollable with the keyboard
      tabIndex={0}
      // The same height for every look: otherwise the page would jump under the pointer.
      className="min-w-0 self-start rounded-lg bg-surface-sunken p-3 sm:p-4 xl:sticky xl:top-20 xl:h-[min(49rem,100dvh-6rem)] xl:overflow-y-auto"
    >
      <div className="sm:[zoom:0.85]">
        <InvoicePaper invoice={sampleInvoice(business, shown, now)} />
      </div>
    </section>
  )
}

function LockedText({ hasOwnLook }: { hasOwnLook: boolean }): ReactNode {
  return (
    <>
      <ProBadge />
      <span className="min-w-0">
        {hasOwnLook
          ? 'Your look is saved for when you’re back on Pro. Until then, new invoices use Classic.'
          : 'Try them here. Any look, color or logo position other than Classic in teal with the logo on the left needs the Pro plan.'}{' '}
        <Link
          to="/settings"
          search={{ tab: 'subscription' }}
          className="font-medium text-accent underline underline-offset-4"
        >
          See the plans
        </Link>
      </span>
    </>
  )
}

function Guard({ isDirty, onLeave }: { isDirty: boolean; onLeave: () => void }) {
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  }, [isDirty])
  const [readLatest] = useState(() => () => latest.current)
  return (
    <LeaveGuard
      isDirty={readLatest}
      description="The look you chose hasn’t been saved and will be lost."
      onLeave={onLeave}
    />
  )
}
