import { describe, expect, it } from 'vitest';
import { questionOf } from '../question/question.ts';
import { alarmsIn, valuesIn } from './values.ts';

const remarksOn = (text: string): string[] => valuesIn(text).map(({ remark }) => remark);

describe('measured values in a question', () => {
  it.each([
    ['is 38.2 a fever', ['A temperature of 38.2 °C is a fever: a fever begins at 38 °C.']],
    [
      'is a temperature of 37.5 a fever?',
      ['A temperature of 37.5 °C is slightly raised, but no fever: a fever begins at 38 °C.'],
    ],
    ['ist 36,9 Fieber?', ['A temperature of 36.9 °C is no fever: a fever begins at 38 °C.']],
    ['my son is 38 and has a fever', []],
  ])('are read if it asks whether it is a fever: %s', (text, remarks) => {
    expect(remarksOn(text)).toEqual(remarks);
  });

  it.each([
    ['INR 7', 'An INR of 7 is high', 'warfarin'],
    ['INR of 2,4', 'An INR of 2.4 is in the usual range on warfarin', 'warfarin'],
    [
      'INR 3.2',
      'An INR of 3.2 is above the usual range on warfarin, but not with a mechanical mitral valve',
      'warfarin',
    ],
    ['my inr is 1.4', 'An INR of 1.4 is low for somebody on warfarin', 'warfarin'],
    ['potassium 5.8', 'A potassium of 5.8 is high', 'hyperkalaemia'],
    ['fasting glucose of 112 mg/dl', 'A fasting glucose of 112 is high', 'type-2-diabetes'],
    ['fasting blood sugar 6.4', 'A fasting glucose of 6.4 is high', 'type-2-diabetes'],
    ['is 150 over 95 too much', 'A blood pressure of 150/95 is high', 'hypertension'],
    ['my potassium came back at 3.1', 'A potassium of 3.1 is low', 'hypokalaemia'],
    ['ferritin 900', 'A ferritin of 900 is high', 'haemochromatosis'],
    ['TSH 0.01', 'A TSH of 0.01 is low', 'hyperthyroidism'],
    ['is my bp 150/95 bad', 'A blood pressure of 150/95 is high', 'hypertension'],
    ['blood pressure is 165 over 100', 'A blood pressure of 165/100 is high', 'hypertension'],
    ['hb 8.9', 'A haemoglobin of 8.9 is low', 'iron-deficiency-anaemia'],
    ['Hb 101', 'A haemoglobin of 101 is low', 'iron-deficiency-anaemia'],
    ['psa: 5.2', 'A PSA of 5.2 is high', 'prostate-cancer'],
    ['ALT 200', 'An ALT of 200 is high', 'fatty-liver'],
    ['BNP 450 what does that mean', 'A BNP of 450 is high', 'heart-failure'],
    ['NT-proBNP 2300 pg/ml', 'An NT-proBNP of 2300 is high', 'heart-failure'],
    ['NT-proBNP 2,300 pg/ml', 'An NT-proBNP of 2300 is high', 'heart-failure'],
    ['ferritin 1,250', 'A ferritin of 1250 is high', 'haemochromatosis'],
    ['platelets 42,000', 'A platelet count of 42 is low', 'low-platelets'],
    ['Kalium 6,400', 'A potassium of 6.4 is high', 'hyperkalaemia'],
    ['d-dimer 1200 ng/ml', 'A D-dimer of 1200 is high', 'deep-vein-thrombosis'],
    ['gamma GT 210', 'A GGT of 210 is high', 'liver-blood-tests'],
    ['Kalium 6,4 im Labor', 'A potassium of 6.4 is high', 'hyperkalaemia'],
    ['potasium 6.8 and ECG', 'A potassium of 6.8 is high', 'hyperkalaemia'],
    ['litium level 1.8 mmol/l', 'A lithium level of 1.8 is high', 'lithium-toxicity'],
    ['K 6.1', 'A potassium of 6.1 is high', 'hyperkalaemia'],
    ['Nüchternzucker: Zucker 190 mg/dl', 'A blood glucose of 190 is high', 'type-2-diabetes'],
    ['Blutzucker 45 mg/dl', 'A blood glucose of 45 is low', 'hypoglycaemia'],
    ['glycémie à 0,5 g/l', 'A blood glucose of 0.5 is low', 'hypoglycaemia'],
    ['creatinina 2,9 mg/dl', 'A creatinine of 2.9 is high', 'chronic-kidney-disease'],
    ['créatinine 240 µmol/l', 'A creatinine of 240 is high', 'chronic-kidney-disease'],
    ['LDL 190 mg/dl', 'An LDL cholesterol of 190 is high', 'high-cholesterol'],
    ['bilirubin 80', 'A bilirubin of 80 is high', 'liver-blood-tests'],
    ['calcium 14 mg/dl', 'A calcium of 14 is high', 'hypercalcaemia'],
    ['Lithiumspiegel 2,1', 'A lithium level of 2.1 is high', 'lithium-toxicity'],
    ['digoxin level 3.2 ng/ml', 'A digoxin level of 3.2 is high', 'digoxin-toxicity'],
    ['my oxygen saturation reads 86 percent', 'An oxygen saturation of 86 is low', 'severe-breathlessness'],
    ['Sättigung 85 und Atemnot', 'An oxygen saturation of 85 is low', 'severe-breathlessness'],
    ['blood pressure 75/40 and clammy', 'A blood pressure of 75/40 is low', 'low-blood-pressure'],
    ['ketones 4.1 mmol/l', 'A level of ketones of 4.1 is high', 'diabetic-ketoacidosis'],
    ['mi abuela tiene la tensión a 190/110', 'A blood pressure of 190/110 is high', 'hypertension'],
    ['144/92 on three mornings, need tablets?', 'A blood pressure of 144/92 is high', 'hypertension'],
    ['Blutdruck 160 zu 95', 'A blood pressure of 160/95 is high', 'hypertension'],
  ])('are called low or high, and lead to a topic: %s', (text, remark, slug) => {
    expect(remarksOn(text)[0]).toContain(remark);
    expect([...questionOf([{ role: 'user', text }], []).subject.topics.keys()][0]).toBe(slug);
  });

  it('ask for help if a blood pressure is dangerous', () => {
    const aspects = (text: string) => questionOf([{ role: 'user', text }], []).subject.aspects;
    expect(aspects('bp 190/110 in my gran')[0]).toBe('help');
    expect(aspects('bp 150/95 in my gran')).not.toContain('help');
  });

  it.each(['inhaler 160/90 micrograms', 'on 12/11/2024', '200/125 mg twice a day'])(
    'are no blood pressure: %s',
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );

  it('are called usual, and lead to no topic', () => {
    expect(valuesIn('sodium 140')).toEqual([
      { remark: 'A sodium of 140 is in the usual range: for adults the usual figure is 133 to 146 mmol/l.' },
    ]);
  });

  it('are the range if a question asks what is normal', () => {
    expect(remarksOn("what's a normal hba1c")).toEqual([
      'The usual HbA1c of an adult is below 6 percent, or below 42 mmol/mol.',
    ]);
  });

  it.each([
    'HbA1c target for a frail 82-year-old with type 2 diabetes',
    'normal blood sugar for someone with diabetes',
    'ideal haemoglobin in pregnancy',
  ])('are not the range of healthy adults if the question is about others: %s', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it('are an emergency if they are far outside the range', () => {
    expect(['blood sugar 3.1', 'blood sugar 60 mg/dl', 'lithium 1.6 mmol/l', 'potassium 6.2'].map(alarmsIn)).toEqual([
      ['hypoglycaemia'],
      ['hypoglycaemia'],
      ['lithium-toxicity'],
      ['hyperkalaemia'],
    ]);
    expect(
      ['blood sugar 190 mg/dl', 'lithium 0.8', 'lithium 400 mg', 'what is a normal potassium'].flatMap(alarmsIn),
    ).toEqual([]);
  });

  it('are the range in other languages too', () => {
    expect(remarksOn('Was ist der Normalwert von Kalium?')).toEqual([
      'The usual potassium of an adult is 3.5 to 5.3 mmol/l.',
    ]);
  });

  it.each([
    'sugar 50 g a day',
    'digoxin 0.25',
    'lithium 2 times a day',
    'foods rich in vitamin K 5',
    'calcium 500 mg a day',
    'potassium for 3 weeks',
    'vitamin d 1000 units',
    'how much salt',
  ])('are not found if an amount or a time is meant: %s', (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
