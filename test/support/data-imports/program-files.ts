/** Files in the form that each program exports. The people and companies are made up. */
export const programFiles = {
  freshbooksClients: `Organization,First Name,Last Name,Email,Phone,Address Line 1,Address Line 2,City,Province/State,Country,Postal Code,Notes
Harbor Studio,Ana,Reyes,Ana@harbor.example,555-0101,12 Quay Road,Unit 4,Halifax,Nova Scotia,Canada,B3H 1A1,
,Tom,Field,tom@field.example,,,,,,,,
No Mail Ltd,,,,,,,,,,,
`,
  freshbooksInvoices: `Client Name,Invoice #,Date Issued,Invoice Status,Date Paid,Item Name,Item Description,Rate,Quantity,Discount Percentage,Line Subtotal,Tax 1 Type,Tax 1 Amount,Tax 2 Type,Tax 2 Amount,Line Total,Currency
Harbor Studio,0000012,2026-01-15,paid,2026-02-03,Design,Logo,75.00,10.00,0,750.00,HST,112.50,,0.00,862.50,CAD
Harbor Studio,0000012,2026-01-15,paid,2026-02-03,Print,Cards,0.10,500.00,0,50.00,HST,7.50,,0.00,57.50,CAD
Harbor Studio,0000013,2026-02-01,sent,,Design,Poster,200.00,1.00,10,180.00,,0.00,,0.00,180.00,CAD
`,
  freshbooksExpenses: `Source,Date,Vendor,Category,Description,Client,Author,Amount,Currency
Manual,2026-01-07,Paper House,Office Supplies,Envelopes,,Ana Reyes,18.20,CAD
Manual,2026-01-09,Skyline Air,Travel,Flight,,Ana Reyes,"1,240.00",CAD
Manual,2026-01-11,City,Licenses,Permit,,Ana Reyes,60.00,CAD
`,
  quickbooksClients: `Harbor Studio Inc.
Customer Contact List

Customer,Phone Numbers,Email,Full Name,Billing Address,Shipping Address
Oak Cafe,Phone: 555-0110,owner@oak.example,Lee Oak,"5 Oak Street, Portland, OR",
Pine Ltd,,"billing@pine.example, second@pine.example",Kim Pine,,
`,
  quickbooksTransactions: `Harbor Studio Inc.
Transaction List by Date
"January 1 - March 31, 2026"

,Date,Transaction Type,Num,Posting,Name,Memo/Description,Account,Split,Amount
,01/14/2026,Invoice,1001,Yes,Oak Cafe,Menu,Accounts Receivable,Sales,"1,250.00"
,01/20/2026,Payment,,Yes,Oak Cafe,,Undeposited Funds,Accounts Receivable,"1,250.00"
,02/02/2026,Invoice,1002,Yes,Pine Ltd,Signs,Accounts Receivable,Sales,300.00
`,
  quickbooksInvoices: `Date,Type,No.,Customer,Memo,Due date,Balance,Amount,Status
01/14/2026,Invoice,1001,Oak Cafe,Menu,02/13/2026,0.00,"1,250.00",Paid
02/02/2026,Invoice,1002,Pine Ltd,Signs,03/04/2026,100.00,300.00,Overdue 12 days
02/03/2026,Invoice,1003,Pine Ltd,Wrong,03/05/2026,0.00,50.00,Voided
`,
  quickbooksExpenses: `Date,Type,No.,Payee,Category,Total before sales tax,Sales tax,Total
01/16/2026,Expense,77,Power Co,Utilities,100.00,8.00,108.00
01/18/2026,Check,78,Landlord,Rent or Lease,900.00,0.00,900.00
01/19/2026,Deposit,79,Bank,,1.00,0.00,1.00
`,
  waveClients: `customer_name,email,contact_first_name,contact_last_name,customer_currency,account_number,phone,fax,mobile,toll_free,website,country,province/state,address_line_1,address_line_2,city,postal_code/zip_code,shipping_address
Lake Works,hello@lake.example,Jo,Lake,EUR,,555-0120,,,,,Germany,,Seestr. 1,,Berlin,10115,False
`,
  waveInvoices: `customer,description,invoice_num,po_so,account,product,amount,quantity,invoice_date,currency,due_date,taxes
Lake Works,Review of the code,21,PO-7,Sales,Consulting,80.00000,2.50000,2026-02-06,EUR,2026-02-20,VAT high
Lake Works,Train,21,PO-7,Sales,Travel,20.00000,1.00000,2026-02-06,EUR,2026-02-20,
`,
  waveAccounting: `Transaction ID,Transaction Date,Account Name,Transaction Description,Transaction Line Description,Amount (One column),,Debit Amount (Two Column Approach),Credit Amount (Two Column Approach),Other Accounts for this Transaction,Customer,Vendor,Invoice Number,Bill Number,Notes / Memo,Amount Before Sales Tax,Sales Tax Amount,Sales Tax Name,Transaction Date Added,Transaction Date Last Modified,Account Group,Account Type,Account ID
1,2026-01-04,Computer – Software,Editor,,29.00,,29.00,,Cash,,Code Tools,,,,29.00,,,2026-01-04,2026-01-04,Expense,Operating Expense,
1,2026-01-04,Cash,Editor,,-29.00,,,29.00,Computer – Software,,Code Tools,,,,,,,2026-01-04,2026-01-04,Asset,Cash and Bank,
`,
  xeroClients: `*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAttentionTo,POAddressLine1,POAddressLine2,POCity,PORegion,POPostalCode,POCountry,PhoneNumber,TaxNumber
Ridge & Co,,accounts@ridge.example,May,Ridge,,7 High Street,,Leeds,,LS1 1AA,United Kingdom,555 0130,
`,
  xeroInvoices: `*ContactName,EmailAddress,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,*Description,*Quantity,*UnitAmount,Discount,LineAmount,*AccountCode,*TaxType,TaxAmount,Currency,Type,Sent,Status
Ridge & Co,accounts@ridge.example,INV-0031,Phase 1,14/01/2026,28/01/2026,360.00,60.00,360.00,0.00,Workshop,2.0000,150.0000,,300.00,200,20% (VAT on Income),60.00,GBP,Sales invoice,Sent,Paid
Ridge & Co,accounts@ridge.example,INV-0032,,20/01/2026,03/02/2026,320.00,20.00,100.00,220.00,Report,1.0000,100.0000,,100.00,200,20% (VAT on Income),20.00,GBP,Sales invoice,Sent,Awaiting Payment
Ridge & Co,accounts@ridge.example,INV-0032,,20/01/2026,03/02/2026,320.00,20.00,100.00,220.00,Book,2.0000,100.0000,,200.00,200,No VAT,0.00,GBP,Sales invoice,Sent,Awaiting Payment
`,
  xeroBills: `*ContactName,EmailAddress,*InvoiceNumber,*InvoiceDate,*DueDate,Total,TaxTotal,*Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,Currency,Type,Status
Net Provider,,B-9,14/01/2026,28/01/2026,48.00,8.00,Internet,1,40.00,480,20% (VAT on Expenses),8.00,GBP,Bill,Paid
Tool Shop,,B-10,16/01/2026,30/01/2026,30.00,5.00,Drill bits,1,20.00,450,20% (VAT on Expenses),4.00,GBP,Bill,Paid
Tool Shop,,B-10,16/01/2026,30/01/2026,30.00,5.00,Screws,1,5.00,450,20% (VAT on Expenses),1.00,GBP,Bill,Paid
`,
  stripeClients: `id,Description,Email,Name,Created (UTC),Delinquent,Currency
cus_1,,pay@cloud.example,Cloud Nine,2025-11-02 10:15,false,usd
`,
  stripeInvoices: `id,Amount Due,Billing,Closed,Currency,Customer,Date (UTC),Due Date (UTC),Number,Paid,Subscription,Subtotal,Total Discount Amount,Tax,Total,Amount Paid,Status,Customer Name,Customer Email
in_1,108.00,send_invoice,true,usd,cus_1,2026-01-03 09:12,2026-02-02 09:12,4F3B2A1C-0001,true,,120.00,20.00,8.00,108.00,108.00,paid,Cloud Nine,pay@cloud.example
in_2,40.00,send_invoice,false,usd,cus_1,2026-02-03 09:12,2026-03-05 09:12,4F3B2A1C-0002,false,,40.00,0.00,0.00,40.00,0.00,open,Cloud Nine,pay@cloud.example
in_3,40.00,send_invoice,true,usd,cus_1,2026-02-03 09:12,,4F3B2A1C-0003,false,,40.00,0.00,0.00,40.00,0.00,void,Cloud Nine,pay@cloud.example
`,
  ninjaClients: `Client Name,Client Balance,Client Street,Client City,Client Postal Code,Client Country,Client Currency,Contact First Name,Contact Last Name,Contact Email,Contact Phone
Moss Garden,0.00,3 Moss Lane,Utrecht,3511,Netherlands,EUR,Iris,Moss,iris@moss.example,
`,
  ninjaInvoices: `Client Name,Contact Email,Invoice Invoice Number,Invoice Date,Invoice Due Date,Invoice Amount,Invoice Balance,Invoice Paid to Date,Invoice Status,Client Currency,Item Product,Item Description,Item Quantity,Item Cost,Item Line Total,Item Tax Name 1,Item Tax Rate 1
Moss Garden,iris@moss.example,0007,2026-02-11,2026-03-13,121.00,21.00,100.00,Partial,EUR,Planting,Spring,4,25.00,100.00,BTW,21
`,
  ninjaExpenses: `Expense Number,Expense Date,Expense Amount,Expense Currency,Expense Category,Vendor Name,Expense Public Notes
0003,2026-02-12,15.50,EUR,Seeds,Garden Market,Lettuce
`,
} as const
