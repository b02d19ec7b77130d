/** The demo company's entitlements besides its applications. */

interface DemoModel {
  productName: string
  productCode: string
  continent: string
  peril: string
  /** Negative if it has expired. */
  daysLeft: number
}

/** Product, code, continent and peril, as a platform service sends them. */
const catalog: readonly (readonly [productName: string, productCode: string, continent: string, perils: readonly string[]])[] = [
  ['Europe Windstorm HD', 'EUWS-HD', 'Europe', ['Windstorm', 'Coastal Flood']],
  ['Europe Inland Flood HD', 'EUFL-HD', 'Europe', ['Inland Flood']],
  ['Europe Severe Convective Storm', 'EUCS', 'Europe', ['Hail', 'Tornado', 'Straight-line Wind']],
  ['Europe Earthquake', 'EUEQ', 'Europe', ['Earthquake', 'Fire following Earthquake']],
  ['North Atlantic Hurricane HD', 'NAHU-HD', 'North America', ['Hurricane Wind', 'Storm Surge', 'Inland Flood']],
  ['North America Earthquake HD', 'NAEQ-HD', 'North America', ['Earthquake', 'Fire following Earthquake', 'Tsunami']],
  ['North America Wildfire HD', 'NAWF-HD', 'North America', ['Wildfire', 'Smoke']],
  ['North America Winter Storm', 'NAWT', 'North America', ['Winter Storm', 'Freeze']],
  ['Japan Earthquake and Tsunami HD', 'JPEQ-HD', 'Asia', ['Earthquake', 'Tsunami', 'Fire following Earthquake']],
  ['Japan Typhoon and Flood HD', 'JPTY-HD', 'Asia', ['Typhoon Wind', 'Inland Flood', 'Coastal Flood']],
  ['China Typhoon HD', 'CNTY-HD', 'Asia', ['Typhoon Wind', 'Inland Flood']],
  ['New Zealand Earthquake HD', 'NZEQ-HD', 'Oceania', ['Earthquake', 'Liquefaction']],
  ['Australia Cyclone', 'AUCY', 'Oceania', ['Cyclone Wind', 'Storm Surge']],
  ['South America Earthquake', 'SAEQ', 'South America', ['Earthquake', 'Tsunami']],
]

/** The last of them has expired. */
export const demoModels: DemoModel[] = catalog.flatMap(([productName, productCode, continent, perils], index) =>
  perils.map((peril) => ({ productName, productCode, continent, peril, daysLeft: index === catalog.length - 1 ? -30 : 212 })),
)

export const demoData = [
  { productCode: 'DATAAPI-LOCINTEL', daysLeft: 120 },
  { productCode: 'IC-RISKDATALAKE', daysLeft: -75 },
]
