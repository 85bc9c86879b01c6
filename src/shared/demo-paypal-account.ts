/** What the built-in stand-in for PayPal takes, for whoever wants to try it. */
export const demoPaypalAccount = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const
