/** The credentials that the PayPal sandbox accepts, for trying it out. */
export const demoPaypalAccount = { clientId: 'demo-client', clientSecret: 'demo-secret' } as const
