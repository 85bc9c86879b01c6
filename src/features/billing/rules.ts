/** What each plan opens. The server enforces it; pages only show it. */
export const plans = {
  free: { label: 'Free', invoicesPerMonth: 10, mailsPerHour: 50 },
  pro: { label: 'Pro', invoicesPerMonth: null, mailsPerHour: 500 },
  enterprise: { label: 'Enterprise', invoicesPerMonth: null, mailsPerHour: 500 },
} as const satisfies Record<string, PlanRules>

interface PlanRules {
  label: string
  invoicesPerMonth: number | null
  /** Mails to clients. */
  mailsPerHour: number
}

export type Plan = keyof typeof plans
