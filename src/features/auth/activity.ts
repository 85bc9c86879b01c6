import { accountActivity } from '../../platform/db/tables/installation/activity.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Call, Identity } from '../../platform/http/api.ts'
import { pageAddress } from '../../platform/mail/page-address.ts'
import { type Sender, queueRenderedMail } from '../../platform/mail/queue-rendered-mail.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { roleNames } from '../../shared/roles.ts'
import { momentIn } from './emails.ts'
import type { ActivityKind } from './rules.ts'
import { deviceText } from './sessions/device-text.ts'

/** Where a request came from. */
export interface RequestSource {
  /** The browser and system as text, as far as the user agent reports them. */
  device: string
  ipAddress: string
}

/** The signed-in user who makes a request, and the request's source. */
export type Caller = Identity & RequestSource

type UserCall = Call<Endpoint & { access: 'user' }>

export function sourceOf({ ip, context }: Pick<UserCall, 'ip' | 'context'>): RequestSource {
  return { device: deviceText(context.req.header('user-agent') ?? null), ipAddress: ip }
}

export function callerOf(call: Pick<UserCall, 'identity' | 'ip' | 'context'>): Caller {
  return { ...call.identity, ...sourceOf(call) }
}

interface Activity {
  kind: ActivityKind
  /** What exactly happened, as text; never a secret. */
  detail?: string
}

type Actor = Pick<Caller, 'businessId' | 'userId'> & RequestSource

/** Adds an entry to the activity list, in the same transaction as the change it describes. */
export async function recordActivity(
  { db }: Transaction,
  { businessId, userId, device, ipAddress }: Actor,
  { kind, detail = '' }: Activity,
): Promise<void> {
  await db.insert(accountActivity).values({ businessId, userId, device, ipAddress, kind, detail })
}

/**
 * Adds an entry to the activity list and mails the caller about it, in a tenant transaction. The owner is told, too, unless
 * it is about the caller's own account.
 */
export async function reportActivity(
  tx: Transaction,
  sender: Sender,
  caller: Caller,
  { subject, isPersonal = false, ...activity }: Activity & { subject: string; isPersonal?: boolean },
): Promise<void> {
  await recordActivity(tx, caller, activity)
  const rows = [
    { label: 'Details', value: activity.detail ?? '' },
    { label: 'When', value: momentIn(caller.business.timeZone, new Date()) },
    { label: 'Device', value: caller.device },
    { label: 'IP address', value: caller.ipAddress },
  ].filter(({ value }) => value !== '')
  // Through the platform's mail server: the business's own account may just have been changed.
  const envelope = { kind: 'security-notice', to: caller.email, subject, businessId: caller.businessId }
  if (!isPersonal && caller.memberRole !== 'owner') {
    await queueRenderedMail(
      tx,
      sender,
      { ...envelope, to: caller.owner.email },
      noticeToOwner(sender, caller, rows),
    )
  }
  await queueRenderedMail(tx, sender, envelope, {
    preheader: 'If this was you, there’s nothing you need to do.',
    paragraphs: [
      'If this was you, there’s nothing you need to do.',
      'If this wasn’t you, someone else has access to your account. Set a new password right away, which signs out every device. Then sign in, open the Settings tab in Integrations, and check Security activity for other changes.',
    ],
    rows,
    button: { label: 'Set a new password', url: `${sender.appUrl}/forgot-password` },
  })
}

function noticeToOwner(
  sender: Sender,
  { name, memberRole, business, businessId }: Caller,
  rows: { label: string; value: string }[],
) {
  return {
    preheader: `${name} did this in ${business.name}.`,
    paragraphs: [
      `${name}, ${roleNames[memberRole]} in ${business.name}, did this.`,
      'If you didn’t expect it, ask them. If it wasn’t them, remove them from the team, and check Security activity for other changes.',
    ],
    rows,
    button: { label: 'Open the team', url: pageAddress(sender, businessId, '/settings?tab=team') },
  }
}
