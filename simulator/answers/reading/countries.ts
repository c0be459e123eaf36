import { stemSet } from './words.ts';

/** Countries and regions with malaria, as stems. */
export const malarious = stemSet(
  'africa ghana kenya tanzania uganda nigeria cameroon senegal gambia mali ethiopia congo angola zambia malawi mozambique zimbabwe madagascar benin togo rwanda liberia sudan guinea namibia botswana zanzibar india pakistan bangladesh myanmar thailand cambodia laos vietnam indonesia bali borneo malaysia philippines haiti amazon honduras guyana yemen tansania kenia indien',
);

/** Countries and regions that people ask for vaccines for, as stems. */
export const vaccinated: ReadonlySet<string> = new Set([
  ...malarious,
  ...stemSet(
    'abroad overseas tropics safari asia brazil peru bolivia ecuador colombia venezuela mexico cuba dominican jamaica panama guatemala nicaragua belize argentina paraguay lanka nepal bhutan maldives china mongolia egypt morocco tunisia jordan turkey oman mecca hajj afrika asien brasilien kolumbien mexiko kuba ägypten marokko vietnam kambodscha indonesien philippinen südafrika namibia afrique asie inde brésil pérou mexique egypte égypte maroc cameroun sénégal thaïlande cambodge indonésie tanzanie tailandia brasil egipto marruecos camboya perú méxico kenya thailandia egitto marocco brasile',
  ),
]);
