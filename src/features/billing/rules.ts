/** What each plan opens. The server enforces it; pages only show it. */
export const plans = {
  free: { label: 'Free', invoicesPerMonth: 10 },
  pro: { label: 'Pro', invoicesPerMonth: null },
  enterprise: { label: 'Enterprise', invoicesPerMonth: null },
} as const satisfies Record<string, { label: string; invoicesPerMonth: number | null }>

export type Plan = keyof typeof plans
