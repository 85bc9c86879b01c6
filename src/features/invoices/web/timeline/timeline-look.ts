import {
  AlarmClock,
  AlarmClockOff,
  Ban,
  Banknote,
  Bell,
  BellOff,
  BellRing,
  CircleAlert,
  CircleCheck,
  CircleMinus,
  Copy,
  CreditCard,
  Eye,
  FilePlus2,
  FileUp,
  Hourglass,
  type LucideIcon,
  MailCheck,
  MailWarning,
  MailX,
  MessageCircle,
  Pencil,
  Repeat,
  Send,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  ThumbsUp,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { TimelineEntry } from './timeline-text.ts'

export interface Look {
  icon: LucideIcon
  ink: string
}

export const looks: Record<TimelineEntry['kind'], Look> = {
  created: { icon: FilePlus2, ink: 'bg-surface-sunken text-muted' },
  duplicated: { icon: Copy, ink: 'bg-surface-sunken text-muted' },
  changed: { icon: Pencil, ink: 'bg-surface-sunken text-muted' },
  'approval-asked': { icon: Hourglass, ink: 'bg-attention-soft text-attention' },
  approved: { icon: ThumbsUp, ink: 'bg-positive-soft text-positive' },
  'sent-back': { icon: Undo2, ink: 'bg-attention-soft text-attention' },
  viewed: { icon: Eye, ink: 'bg-accent-soft text-accent' },
  paid: { icon: CircleCheck, ink: 'bg-positive-soft text-positive' },
  payment: { icon: Banknote, ink: 'bg-positive-soft text-positive' },
  overpaid: { icon: TriangleAlert, ink: 'bg-attention-soft text-attention' },
  refunded: { icon: Undo2, ink: 'bg-surface-sunken text-muted' },
  'refund-failed': { icon: CircleAlert, ink: 'bg-negative-soft text-negative' },
  undone: { icon: Undo2, ink: 'bg-surface-sunken text-muted' },
  waived: { icon: CircleCheck, ink: 'bg-surface-sunken text-muted' },
  'owed-again': { icon: Undo2, ink: 'bg-attention-soft text-attention' },
  disputed: { icon: ShieldAlert, ink: 'bg-negative-soft text-negative' },
  'dispute-won': { icon: ShieldCheck, ink: 'bg-positive-soft text-positive' },
  'dispute-lost': { icon: ShieldX, ink: 'bg-negative-soft text-negative' },
  credited: { icon: CircleMinus, ink: 'bg-surface-sunken text-muted' },
  cancelled: { icon: Ban, ink: 'bg-surface-sunken text-muted' },
  imported: { icon: FileUp, ink: 'bg-surface-sunken text-muted' },
  recurred: { icon: Repeat, ink: 'bg-surface-sunken text-muted' },
  'says-paid': { icon: MessageCircle, ink: 'bg-attention-soft text-attention' },
  'reminders-paused': { icon: BellOff, ink: 'bg-surface-sunken text-muted' },
  'reminders-resumed': { icon: Bell, ink: 'bg-surface-sunken text-muted' },
  'late-fee': { icon: AlarmClock, ink: 'bg-attention-soft text-attention' },
  'late-fee-skipped': { icon: AlarmClockOff, ink: 'bg-surface-sunken text-muted' },
  'late-fee-removed': { icon: AlarmClockOff, ink: 'bg-surface-sunken text-muted' },
  'card-saved': { icon: CreditCard, ink: 'bg-accent-soft text-accent' },
  charged: { icon: CreditCard, ink: 'bg-positive-soft text-positive' },
  'charge-declined': { icon: CircleAlert, ink: 'bg-negative-soft text-negative' },
  'autopay-stopped': { icon: Ban, ink: 'bg-surface-sunken text-muted' },
  'reminder-skipped': { icon: BellOff, ink: 'bg-surface-sunken text-muted' },
  'reminder-missed': { icon: BellOff, ink: 'bg-surface-sunken text-muted' },
  'mail-held': { icon: MailWarning, ink: 'bg-attention-soft text-attention' },
  'mail-queued': { icon: Send, ink: 'bg-accent-soft text-accent' },
  'mail-sent': { icon: MailCheck, ink: 'bg-accent-soft text-accent' },
  'mail-failed': { icon: MailX, ink: 'bg-negative-soft text-negative' },
}

/** Returns the icon and colour of an entry. Mails that wait for an action of the owner all look the same. */
export function timelineLookOf({
  kind,
  mail,
  waitsForAccount,
}: Pick<TimelineEntry, 'kind' | 'mail' | 'waitsForAccount'>): Look {
  if (kind === 'mail-sent' && mail === 'reminder') return { ...looks[kind], icon: BellRing }
  return looks[kind === 'mail-queued' && waitsForAccount ? 'mail-held' : kind]
}
