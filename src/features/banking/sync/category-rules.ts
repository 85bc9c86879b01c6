interface ReportedCategory {
  primary: string | null
  detailed: string | null
  word: string | null
}

const uncategorized = 'Uncategorized'
const maxWordLength = 100

/** The aggregator's primary categories, mapped to the categories that users choose from. */
const byPrimary = new Map(
  Object.entries({
    INCOME: 'Income',
    LOAN_DISBURSEMENTS: 'Other',
    TRANSFER_IN: 'Other',
    TRANSFER_OUT: 'Other',
    LOAN_PAYMENTS: 'Other',
    BANK_FEES: 'Fees',
    ENTERTAINMENT: 'Entertainment',
    FOOD_AND_DRINK: 'Dining',
    GENERAL_MERCHANDISE: 'Shopping',
    HOME_IMPROVEMENT: 'Shopping',
    MEDICAL: 'Health',
    PERSONAL_CARE: 'Personal',
    GENERAL_SERVICES: 'Business',
    GOVERNMENT_AND_NON_PROFIT: 'Other',
    TRANSPORTATION: 'Transportation',
    TRAVEL: 'Travel',
    RENT_AND_UTILITIES: 'Utilities',
    OTHER: 'Other',
  }),
)

/** Detailed categories that are more precise than the primary one. */
const byDetailed = new Map(
  Object.entries({
    INCOME_WAGES: 'Salary',
    INCOME_SALARY: 'Salary',
    INCOME_CONTRACTOR: 'Freelance',
    INCOME_GIG_ECONOMY: 'Freelance',
    INCOME_DIVIDENDS: 'Investments',
    INCOME_INTEREST_EARNED: 'Investments',
    INCOME_TAX_REFUND: 'Taxes',
    TRANSFER_IN_INVESTMENT_AND_RETIREMENT_FUNDS: 'Investments',
    TRANSFER_OUT_INVESTMENT_AND_RETIREMENT_FUNDS: 'Investments',
    LOAN_PAYMENTS_MORTGAGE_PAYMENT: 'Mortgage',
    LOAN_PAYMENTS_CAR_PAYMENT: 'Transportation',
    LOAN_PAYMENTS_STUDENT_LOAN_PAYMENT: 'Education',
    FOOD_AND_DRINK_GROCERIES: 'Groceries',
    GENERAL_MERCHANDISE_GIFTS_AND_NOVELTIES: 'Gifts',
    PERSONAL_CARE_GYMS_AND_FITNESS_CENTERS: 'Health',
    GENERAL_SERVICES_AUTOMOTIVE: 'Transportation',
    GENERAL_SERVICES_CHILDCARE: 'Family',
    GENERAL_SERVICES_EDUCATION: 'Education',
    GENERAL_SERVICES_INSURANCE: 'Insurance',
    GOVERNMENT_AND_NON_PROFIT_DONATIONS: 'Charity',
    GOVERNMENT_AND_NON_PROFIT_TAX_PAYMENT: 'Taxes',
    RENT_AND_UTILITIES_RENT: 'Rent',
  }),
)

/** The category of a transaction until the owner chooses another. */
export function categoryOf({ primary, detailed, word }: ReportedCategory): string {
  const known = byDetailed.get(detailed ?? '') ?? byPrimary.get(primary ?? '')
  if (known) return known
  return (
    Array.from(word?.trim() ?? '')
      .slice(0, maxWordLength)
      .join('') || uncategorized
  )
}
