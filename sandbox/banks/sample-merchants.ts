/** A payee or payer, as a statement names it. Amounts in units of a currency with two decimals. */
export interface SampleMerchant {
  name: string
  category: string
  /** The longer text of some statements. */
  detail: string
  from: number
  to: number
}

/** Merchants that appear often. */
export const sampleMerchants: readonly SampleMerchant[] = [
  merchant('Corner Grocery', 'Food', 'fruit, coffee and milk for the office kitchen', 12, 95),
  merchant('City Transit', 'Transport', 'day passes for two visitors, zone 1 and 2', 10, 36),
  merchant('Office Supply Store', 'Shopping', 'printer paper, toner and mailing envelopes', 18, 240),
]

export const otherMerchants: readonly SampleMerchant[] = [
  merchant('Coffee Bar', 'Food', 'breakfast meeting with a client, table for four', 10, 48),
  merchant('Lunch Counter', 'Food', 'team lunch with delivery to the front desk', 14, 130),
  merchant('Fuel Station', 'Transport', 'unleaded, pump 4, paid at the counter', 25, 88),
  merchant('Parking Garage', 'Transport', 'monthly space on level 2 near the elevator', 15, 180),
  merchant('Power and Water', 'Utilities', 'electricity and water for the current billing period', 60, 340),
  merchant('Internet Service', 'Utilities', 'business line with a fixed address, monthly charge', 45, 120),
  merchant('Music Streaming', 'Entertainment', 'background music license for small shops', 11, 25),
  merchant('Movie Theater', 'Entertainment', 'team evening, six seats and refreshments', 24, 150),
  merchant('Hardware Store', 'Shopping', 'shelf brackets, screws and a cordless drill', 20, 310),
  merchant('Pharmacy', 'Health', 'first aid kit and refills for the workshop', 10, 75),
  merchant('Eye Clinic', 'Health', 'screen glasses after the yearly examination', 80, 420),
  merchant('Airline Tickets', 'Travel', 'round trip to the trade show, one bag included', 160, 510),
  merchant('Hotel Booking', 'Travel', 'two nights near the trade show, breakfast included', 140, 505),
]

export const payers: readonly SampleMerchant[] = [
  merchant('Client Payment', 'Freelance', 'for the invoice of last month, thank you', 500, 2500),
  merchant('Online Sales', 'Sales', 'payout of the web shop for the last seven days', 500, 1900),
  merchant('Payroll Deposit', 'Salary', 'direct deposit for the current pay period', 1200, 2500),
  merchant('Investment Payout', 'Investment', 'dividends and interest of the past quarter', 500, 1400),
  merchant('Tax Refund', 'Refund', 'overpaid estimated tax of the past quarter', 500, 2200),
]

/** Income of a credit card: refunds of earlier purchases. */
export const refunders: readonly SampleMerchant[] = [
  merchant('Airline Tickets', 'Refund', 'canceled trip, refund to the original card', 500, 1300),
  merchant('Hotel Booking', 'Refund', 'canceled nights, refund to the original card', 500, 1100),
  merchant('Furniture Store', 'Refund', 'returned desks, refund to the original card', 600, 2500),
  merchant('Equipment Rental', 'Refund', 'deposit returned after the end of the rental', 500, 2000),
]

function merchant(name: string, category: string, detail: string, from: number, to: number): SampleMerchant {
  return { name, category, detail, from, to }
}
