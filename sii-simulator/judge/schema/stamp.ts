interface StampTypes { type: string, text: string, amount: string, date: string, dateTime: string }

/** The stamp, which differs between the schemas only in some types. */
export function stamp ({ type, text, amount, date, dateTime }: StampTypes): string {
  return `
  TED @version=1.0
    DD
      RE RUTType
      TD ${type}
      F FolioType
      FE ${date}
      RR RUTType
      RSR ${text}
      MNT ${amount}
      IT1 ${text}
      CAF @version=1.0
        DA
          RE RUTType
          RS ${text}
          TD ${type}
          RNG
            D FolioType
            H FolioType
          FA ${date}
          <choice>
            RSAPK
              M base64
              E base64
            DSAPK
              P base64
              Q base64
              G base64
              Y base64
          IDK long
        FRMA base64 @algoritmo=SHA1withRSA
      TSTED ${dateTime}
    FRMT base64 @algoritmo:string (SHA1withRSA|SHA1withDSA)`.slice(1)
}
